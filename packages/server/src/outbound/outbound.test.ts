import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, isIP } from 'node:net';
import { testConfig } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowedAddress } from './addresses.ts';
import type { OutboundRequest } from './createOutbound.ts';
import { createOutbound, readOutboundAllow, urlProblem } from './index.ts';

const closers: (() => void)[] = [];
let server: Server;
let base: string;
const seen: string[] = [];

const signalAfter = (ms: number) => AbortSignal.timeout(ms);
const get: OutboundRequest = { method: 'GET', headers: {}, maxBytes: 1_000, timeoutMs: 5_000, redirects: 3 };

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const path = request.url ?? '';
    if (path === '/huge') {
      const chunk = 'x'.repeat(64 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      return write();
    }
    if (path === '/slow') return; // never answers
    if (path === '/drip') {
      response.write('a');
      return; // begins and never ends
    }
    if (path.startsWith('/to/')) {
      response.writeHead(302, { location: decodeURIComponent(path.slice(4)) });
      return response.end();
    }
    if (path.startsWith('/hop/')) {
      response.writeHead(307, { location: `/hop/${Number(path.slice(5)) + 1}` });
      return response.end();
    }
    response.setHeader('x-host', request.headers.host ?? '');
    response.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  for (const close of closers) close();
  server.closeAllConnections();
  server.close();
});

function outbound(options: { production?: boolean; dns?: (host: string) => string[]; allow?: string } = {}) {
  const outboundAllow = readOutboundAllow(options.allow ?? '') ?? null;
  return createOutbound({
    config: testConfig({ production: options.production ?? false, outboundAllow }),
    resolveHost: async (host) => options.dns?.(host) ?? [],
    signalAfter,
  });
}

/** Listens on loopback and records connections and the bytes received. */
async function trap() {
  const bytes: Buffer[] = [];
  let connections = 0;
  const listener = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      bytes.push(chunk);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  closers.push(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  return { port, bytes: () => Buffer.concat(bytes).toString('latin1'), connections: () => connections };
}

const refusedAlways = [
  ['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '169.254.169.254', '172.16.0.1'],
  ['172.31.255.255', '192.0.0.192', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ['::', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'],
  ['64:ff9b:1::a00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001::1'],
  ['2002:7f00:1::', '2001:db8::1', '::ffff:8.8.8.8', 'fec0::1', '100::1', 'not an address', ''],
].flat();

test('[S46] private, link-local, metadata and embedded addresses are refused, loopback unless the rule allows it; public ones are allowed', () => {
  for (const address of refusedAlways) {
    expect(isAllowedAddress(address, 'public'), address).toBe(false);
    expect(isAllowedAddress(address, 'public-or-loopback'), address).toBe(false);
  }
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
    expect(isAllowedAddress(address, 'public')).toBe(false);
    expect(isAllowedAddress(address, 'public-or-loopback')).toBe(true);
  }
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    expect(isAllowedAddress(address, 'public')).toBe(true);
  }
});

test('[S46] a URL is refused for a scheme other than https, for credentials, for its length, and for an internal address in any spelling', () => {
  const bad = [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user:password@example.com/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'nothing',
    `https://example.com/${'a'.repeat(3_000)}`,
  ];
  for (const url of bad) {
    expect(urlProblem(url, 'public'), url).toEqual(expect.any(String));
  }
  expect(urlProblem('https://example.com/hooks?a=1', 'public')).toBeNull();
  expect(urlProblem('http://localhost:3000/hooks', 'public')).not.toBeNull();
  expect(urlProblem('http://localhost:3000/hooks', 'public-or-loopback')).toBeNull();
  expect(urlProblem('http://10.0.0.1/hooks', 'public-or-loopback')).not.toBeNull();
});

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost.:8443',
  'foo.localhost',
  'a.b.LocalHost.',
  'localhost.localdomain',
  'localhost6',
  'ip6-localhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '１２７.0.0.1',
  'ⓛocalhost',
])('[S46] production refuses an address of this machine, spelled %s', (host) => {
  expect(urlProblem(`https://${host}/hooks`, 'public')).toBe('must be an address of the internet');
});

test('host names that only resemble names of this machine are allowed', () => {
  for (const host of ['localhost.example.com', 'notlocalhost.example', 'mylocalhost', 'localhosts.example']) {
    expect(urlProblem(`https://${host}/hooks`, 'public'), host).toBeNull();
  }
});

test('[S46] a host name is refused before any connection if one of its addresses is forbidden', async () => {
  const { port, connections } = await trap();
  const answers: Record<string, string[]> = {
    'inside.test': ['10.0.0.7'],
    'mixed.test': ['93.184.216.34', '127.0.0.1'],
    'meta.test': ['169.254.169.254'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'here.test': ['127.0.0.1'],
    'nothing.test': [],
  };
  const client = outbound({ production: true, dns: (host) => answers[host] ?? [] });
  for (const host of Object.keys(answers)) {
    const result = await client.send(`https://${host}:${port}/`, get);
    expect(result.failure, host).toEqual(host === 'nothing.test' ? 'unreachable' : 'refused');
  }
  expect(connections()).toBe(0);
});

test('[S46] a host name whose DNS answer changes is called at the checked address, with the name in TLS', async () => {
  const { port, bytes, connections } = await trap();
  let lookups = 0;
  const client = outbound({
    dns: () => {
      lookups += 1;
      // The first answer is harmless. A second lookup would lead into the internal network.
      return lookups === 1 ? ['127.0.0.1'] : ['10.0.0.7'];
    },
  });
  const { failure } = await client.send(`https://rebind.test:${port}/`, get);
  expect(failure).toBe('unreachable'); // the listener does not speak TLS
  expect(lookups).toBe(1);
  expect(connections()).toBe(1);
  expect(bytes()).toContain('rebind.test');
});

test('[S46] a redirect to metadata, to an internal address, to another scheme or to a name of an internal address is refused', async () => {
  const client = outbound({ dns: () => ['10.0.0.7'] });
  const targets = ['http://169.254.169.254/latest/meta-data/', 'https://10.0.0.1/', 'file:///etc/passwd'];
  const withPassword = `${base.replace('//', '//user:password@')}/end`;
  for (const target of [...targets, 'https://inside.test/', 'http://example.com/', withPassword]) {
    const result = await client.send(`${base}/to/${encodeURIComponent(target)}`, get);
    expect(result.failure, target).toBe('refused');
  }
  const followed = await client.send(`${base}/to/${encodeURIComponent('/end')}`, get);
  expect(followed.answer?.status).toBe(200);
  expect((await client.send(`${base}/hop/1`, get)).failure).toBe('too_many_redirects');
});

test('[S46] a POST follows no redirect, and a redirected GET does not send the caller’s headers to another origin', async () => {
  const client = outbound();
  const post = await client.send(`${base}/to/${encodeURIComponent('/end')}`, {
    ...get,
    method: 'POST',
    body: '{}',
  });
  expect(post.answer?.status).toBe(302);
  const elsewhere = base.replace('127.0.0.1', 'localhost');
  const local = outbound({ dns: () => ['127.0.0.1'] });
  const away = `${base}/to/${encodeURIComponent(`${elsewhere}/end`)}`;
  const result = await local.send(away, { ...get, headers: { 'x-secret': 'one' } });
  expect(Buffer.from(result.answer?.body ?? []).toString()).not.toContain('x-secret');
  const stays = await local.send(`${base}/end`, { ...get, headers: { 'x-secret': 'one' } });
  expect(Buffer.from(stays.answer?.body ?? []).toString()).toContain('x-secret');
});

test('[S46] a request ends at its size or time limit if the answer is huge or slow', async () => {
  const client = outbound();
  expect((await client.send(`${base}/huge`, get)).failure).toBe('too_large');
  expect((await client.send(`${base}/slow`, { ...get, timeoutMs: 100 })).failure).toBe('timeout');
  expect((await client.send(`${base}/drip`, { ...get, timeoutMs: 100 })).failure).toBe('timeout');
  const slowDns = createOutbound({
    config: testConfig(),
    resolveHost: () => new Promise(() => {}),
    signalAfter,
  });
  expect((await slowDns.send('https://slow.test/', { ...get, timeoutMs: 100 })).failure).toBe('timeout');
  // An endless body does not matter if no body is read.
  expect((await client.send(`${base}/huge`, { ...get, maxBytes: 0 })).answer?.status).toBe(200);
});

test('a request whose time is over before the resolver is asked, such as that of a redirect, does not wait for it', async () => {
  const resolvers = [
    () => new Promise<never>(() => {}),
    async () => Promise.reject(new Error('no such host')),
  ];
  for (const resolveHost of resolvers) {
    const over = { config: testConfig(), resolveHost, signalAfter: () => AbortSignal.abort() };
    const turn = new Promise((resolve) => setImmediate(resolve));
    const result = await Promise.race([createOutbound(over).send('https://slow.test/', get), turn]);
    expect(result).toEqual({ answer: null, failure: 'timeout' });
  }
});

test('[S46] production refuses http, and outside production http goes only to this machine', async () => {
  const inProduction = outbound({ production: true });
  expect((await inProduction.send(`${base}/end`, get)).failure).toBe('refused');
  const before = seen.length;
  const poisoned = outbound({ dns: () => ['93.184.216.34'] });
  expect((await poisoned.send('http://localhost/', get)).failure).toBe('refused');
  expect(seen.length).toBe(before);
});

describe('hosts of the operator’s own network that they listed', () => {
  const own = { ...get, isOfOperator: true };
  const port = () => new URL(base).port;
  /** Resolves every name of the operator's network to the server of this test. */
  const dns = () => ['127.0.0.1'];

  test('[S46] a listed range or name is called by http, in production too; without the list it is refused', async () => {
    for (const [allow, host] of [
      ['127.0.0.0/8', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.0/8', 'backend.internal'],
      ['backend.internal', 'backend.internal'],
      ['10.0.0.0/8, Backend.Internal.', 'backend.internal'],
      ['localhost', 'localhost'],
    ] as const) {
      const url = `http://${host}:${port()}/end`;
      const asked = await outbound({ production: true, allow, dns }).send(url, own);
      expect(host, allow).toEqual(host);
      expect(asked.answer?.status, allow).toBe(200);
      expect((await outbound({ production: true, dns }).send(url, own)).failure).toBe('refused');
    }
  });

  test('[S46] listed hosts are called only if the operator chose the address', async () => {
    const client = outbound({ production: true, allow: '127.0.0.0/8,backend.internal', dns });
    for (const host of ['127.0.0.1', 'backend.internal'])
      expect((await client.send(`http://${host}:${port()}/end`, get)).failure).toBe('refused');
    // The operator did not choose the target of a redirect.
    const there = `http://backend.internal:${port()}`;
    const away = (url: string) => client.send(`${there}/to/${encodeURIComponent(url)}`, own);
    for (const url of ['http://10.0.0.1/', `http://127.0.0.1:${port()}/end`, 'http://169.254.169.254/']) {
      expect((await away(url)).failure, url).toBe('refused');
    }
    expect((await away('/end')).answer?.status).toBe(200);
  });

  test('[S46] a listed host name may resolve to loopback, and is looked up once per request', async () => {
    let lookups = 0;
    const rebinding = () => {
      lookups += 1;
      return lookups === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    };
    const client = outbound({ production: true, allow: 'backend.internal', dns: rebinding });
    expect((await client.send(`http://backend.internal:${port()}/end`, own)).answer?.status).toBe(200);
    expect(lookups).toBe(1);
    expect((await client.send(`http://backend.internal:${port()}/end`, own)).failure).toBe('refused');
    const other = outbound({ production: true, allow: 'backend.internal', dns });
    expect((await other.send(`http://other.internal:${port()}/end`, own)).failure).toBe('refused');
  });

  test('[S46] http to a public address is refused, even if a listed name resolves to it', async () => {
    const client = outbound({
      production: true,
      allow: 'backend.internal,10.0.0.0/8',
      dns: () => ['93.184.216.34'],
    });
    for (const host of ['backend.internal', 'other.example'])
      expect((await client.send(`http://${host}/`, own)).failure).toBe('refused');
  });

  const metadata = ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'];
  test.each([
    ...metadata,
    'fe80::1',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '0.0.0.0',
    '::',
    '224.0.0.1',
  ])(
    '[S46] %s is refused even if it is in a listed range or a listed name resolves to it',
    async (address) => {
      const allow = '169.254.0.0/16,100.64.0.0/10,fc00::/7,fe80::/10,64:ff9b::/96,backend.internal';
      const client = outbound({ production: true, allow, dns: () => [address] });
      for (const host of ['backend.internal', isIP(address) === 6 ? `[${address}]` : address])
        expect((await client.send(`https://${host}/`, own)).failure).toBe('refused');
    },
  );

  test('a metadata address may be called if the list contains exactly that address', () => {
    for (const address of metadata) {
      const allow = readOutboundAllow(`10.0.0.0/8, ${address}`);
      const host = isIP(address) === 6 ? `[${address}]` : address;
      expect(urlProblem(`http://${host}/`, 'public', allow)).toBeNull();
      expect(urlProblem(`http://${host}/`, 'public')).not.toBeNull();
    }
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/7',
    '0.0.0.0/0',
    'fc00::/6',
    '::/0',
    '10.0.0.256',
    '10.0.0',
    '0x7f.1',
    'a,,b',
  ])('%s is refused as a list of the operator’s hosts', (text) =>
    expect(readOutboundAllow(text)).toBeUndefined(),
  );
  test.each([
    '*.internal',
    'http://backend',
    'backend:3000',
    'back end',
    '-a.internal',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
  ])('%s is refused as an entry in a list of the operator’s hosts', (text) =>
    expect(readOutboundAllow(`10.0.0.0/8,${text}`)).toBeUndefined(),
  );
});
