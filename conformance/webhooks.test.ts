import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Receiver, register, startReceiver } from '../packages/server/src/webhooks/webhooks.testkit.ts';
import { createNodeClient } from './node/client.ts';
import { createServerAuth } from './serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from './service.ts';

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('webhooks in back ends with published clients, %s', (database) => {
  let service: ReachableService;
  let receiver: Receiver;
  let secret: string;

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId })]);
    receiver = await startReceiver();
    ({ secret } = await register(service, receiver.url));
    await logIn(service, 'ada@example.com');
    service.passTime(0);
    await service.service.seal();
    await service.service.deliver();
    await receiver.until(2);
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
  });

  /** The event of a type as it arrived, with the three headers that published clients read. */
  function arrived(type: string) {
    const one = receiver.received.find(({ event }) => event.type === type);
    if (!one) throw new Error(`${type} did not arrive`);
    const header = (name: string) => String(one.headers[`svix-${name}`]);
    return { ...one, id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
  }

  test('[S46] server-auth 1.32.5 verifies the events of a sign-up, and refuses what was changed', async () => {
    const client = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    // This client prints each refusal.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const type of ['user.created', 'user.authenticated']) {
      const { event, id, timestamp, signature } = arrived(type);
      const headers = { id, timestamp, signature };
      expect(await client.verifyWebhook(event, headers, secret)).toEqual(event);
      const changed = { ...event, user: { id: 'did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa' } };
      await expect(client.verifyWebhook(changed, headers, secret)).rejects.toThrow('verification failed');
      const other = { ...headers, id: 'msg_other' };
      await expect(client.verifyWebhook(event, other, secret)).rejects.toThrow('verification failed');
    }
  });

  test('[S46] node 0.35.0 verifies the events of a sign-up, and refuses what was changed or is old', async () => {
    const client = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
    const { body, event, id, timestamp, signature } = arrived('user.authenticated');
    const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signature };
    const verify = (payload: string) =>
      client.webhooks().verify({ payload, headers, signing_secret: secret });
    expect(verify(body)).toEqual(event);
    expect(verify(body)).toMatchObject({
      type: 'user.authenticated',
      user: { linked_accounts: [{ type: 'email', address: 'ada@example.com' }] },
      account: { type: 'email', address: 'ada@example.com' },
    });
    expect(() => verify(body.replace('ada@', 'eve@'))).toThrow('verification failed');
    service.passTime(6 * 60_000);
    expect(() => verify(body)).toThrow('verification failed');
  });
});
