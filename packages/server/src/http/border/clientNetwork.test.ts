import { createTestService } from '@latchkey/testkit';
import { emailRoutes } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import { clientAddress, networkOf } from './clientNetwork.ts';

describe('[S57] the client network', () => {
  test.each([
    ['192.0.2.1', null, 0, '192.0.2.1'],
    ['::ffff:192.0.2.1', null, 0, '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
    ['2001:0db8::1', null, 0, '2001:db8:0:0::/64'],
    ['::1', null, 0, '0:0:0:0::/64'],
    ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
    // Without a trusted proxy the client writes the header itself.
    ['192.0.2.1', '198.51.100.9', 0, '192.0.2.1'],
    // Each trusted proxy adds one hop at the end. The hop of the outermost one counts.
    ['10.0.0.1', '198.51.100.9', 1, '198.51.100.9'],
    ['10.0.0.1', '203.0.113.66, 198.51.100.9', 1, '198.51.100.9'],
    ['10.0.0.1', '203.0.113.66, 198.51.100.9, 10.0.0.2', 2, '198.51.100.9'],
    ['10.0.0.1', '2001:db8:1:2::9', 1, '2001:db8:1:2::/64'],
    ['10.0.0.1', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
    ['10.0.0.1', '198.51.100.9:4711', 1, '198.51.100.9'],
    ['10.0.0.1', '::ffff:198.51.100.9', 1, '198.51.100.9'],
    ['10.0.0.1', '::FFFF:c633:6409', 1, '198.51.100.9'],
    ['10.0.0.1', '0:0:0:0:0:ffff:c633:6409', 1, '198.51.100.9'],
    ['10.0.0.1', '64:ff9b::198.51.100.9', 1, '64:ff9b:0:0::/64'],
    // The proxy's hop counts in any spelling, whatever the client put before it.
    ['10.0.0.1', 'evil, <script>, , 198.51.100.9', 1, '198.51.100.9'],
    ['10.0.0.1', ' 2001:DB8:1:2:0:0:0:9 ', 1, '2001:db8:1:2::/64'],
    // An invalid hop counts as the proxy's address, so a client cannot make up networks.
    ['10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['10.0.0.1', '_hidden:80', 1, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.9,', 1, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.999', 1, '10.0.0.1'],
    ['10.0.0.1', '2001:db8:::1', 1, '10.0.0.1'],
    ['10.0.0.1', '0198.051.100.009', 1, '10.0.0.1'],
    ['::ffff:10.0.0.1', 'x'.repeat(10_000), 1, '10.0.0.1'],
    // With fewer hops than proxies the request did not pass all of them.
    ['10.0.0.1', '198.51.100.9', 2, '10.0.0.1'],
    ['10.0.0.1', null, 1, '10.0.0.1'],
  ])(
    'the network of %s with X-Forwarded-For %s behind %i proxies is %s',
    (remote, forwarded, proxies, network) => {
      expect(networkOf(clientAddress(remote, forwarded, proxies))).toBe(network);
    },
  );

  test('a client reaches the limit of its network even if it forges X-Forwarded-For', async () => {
    const service = await createTestService();
    const statuses = new Set<number>();
    for (let call = 0; call < 130; call += 1) {
      const { status, headers } = await service.call(emailRoutes.authenticate, {
        network: '192.0.2.7',
        headers: { 'x-forwarded-for': `198.51.100.${call}` },
        body: { email: 'a@example.com', code: '000000' },
      });
      statuses.add(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual(new Set([422, 429]));
    const elsewhere = await service.call(emailRoutes.authenticate, {
      network: '192.0.2.8',
      body: { email: 'b@example.com', code: '000000' },
    });
    expect(elsewhere.status).toBe(422);
    service.clock.advance(60_000);
    const later = await service.call(emailRoutes.authenticate, {
      network: '192.0.2.7',
      body: { email: 'a@example.com', code: '000000' },
    });
    expect(later.status).toBe(422);
    await service.close();
  });
});
