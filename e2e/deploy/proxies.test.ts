import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { limits } from '@latchkey/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endWithin,
  findPostgres,
  freePort,
  type PostgresServer,
  type ServerProcess,
  startPostgres,
  startServerProcess,
  temporaryFolder,
} from '../../packages/testkit/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { run } from '../../scripts/run.ts';
import {
  callOverTls,
  hostedHost,
  type ProxyName,
  recoveryHost,
  serviceHost,
  startProxy,
  startRecoveryProxy,
} from './proxies.ts';

const base64 = () => randomBytes(32).toString('base64');
const adminKey = base64();
const keks = { LATCHKEY_PARTS_KEK: base64(), LATCHKEY_RECOVERY_KEK: base64() };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres() ?? expect.fail('there is no PostgreSQL'));
});
afterAll(() => postgres.destroy());

function newFolder(name: string): string {
  const folder = temporaryFolder(name);
  endWithin(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startService(port: number): ServerProcess {
  return startServerProcess(
    {
      NODE_ENV: 'production',
      ...keks,
      LATCHKEY_URL: `https://${serviceHost}:${port}`,
      LATCHKEY_HOSTED_URL: `https://${hostedHost}:${port}`,
      LATCHKEY_DATABASE_URL: postgres.url,
      LATCHKEY_ADMIN_KEY: adminKey,
      LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9',
      LATCHKEY_MAIL_FROM: 'Tidewater <login@tidewater.example>',
      LATCHKEY_TRUSTED_PROXIES: '1',
      LATCHKEY_DRAIN_S: '5',
    },
    newFolder('behind-proxy'),
  );
}

function startHosted(port: number): ServerProcess {
  const env = {
    NODE_ENV: 'production',
    LATCHKEY_URL: `https://${serviceHost}:${port}`,
    LATCHKEY_HOSTED_URL: `https://${hostedHost}:${port}`,
    LATCHKEY_HOSTED_BIND: '127.0.0.1',
  };
  return startServerProcess(env, newFolder('hosted-behind-proxy'), ['hosted']);
}

const operator = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
const game = 'https://game.example';

describe.each<ProxyName>(['nginx', 'caddy'])('%s', (name) => {
  let port = 0;
  let first: ServerProcess;
  beforeAll(async () => {
    port = await freePort();
    first = startService(port);
    const firstPort = await first.listening;
    const second = startService(port);
    const [secondPort, hostedPort] = await Promise.all([second.listening, startHosted(port).listening]);
    await startProxy(name, { port, servicePorts: [firstPort, secondPort], hostedPort });
  });

  test('the sample proxy serves the service and the hosted pages over TLS', async () => {
    expect(await callOverTls(port, '/readyz')).toMatchObject({ status: 200, text: '{"ready":true}' });
    const hosted = { host: hostedHost };
    expect(await callOverTls(port, '/readyz', hosted)).toMatchObject({ status: 200, text: 'ok\n' });
    const page = await callOverTls(port, '/cross-app/connect', hosted);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`https://${serviceHost}:${port}`);
  });

  test('a request of another app with the longest address reaches the hosted pages through the sample proxy', async () => {
    const app = await callOverTls(port, '/api/v1/admin/apps', {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({
        name: 'Tidewater',
        email_auth: true,
        cross_app_requesters: [{ origin: game, read_only: false }],
      }),
    });
    const { id } = JSON.parse(app.text) as { id: string };
    const key = createECDH('secp256k1');
    key.generateKeys();
    const query = new URLSearchParams({
      provider_app_id: id,
      requester_origin: game,
      requester_public_key: key.getPublicKey('base64', 'compressed'),
      iv: 'AAAA',
      encrypted_request: 'A'.repeat(limits.crossAppRequestLength),
    });
    const { headers, status } = await callOverTls(port, `/cross-app/transact?${query}`);
    expect(status).toBe(302);
    expect(headers.location).toContain(`https://${hostedHost}:${port}/cross-app/transact?app=${id}&id=`);
    const page = new URL(headers.location ?? '');
    const shown = await callOverTls(port, page.pathname + page.search, { host: hostedHost });
    expect(shown.status).toBe(200);
  });

  test('behind the sample proxy the limit of wrong admin keys counts the client’s address, whatever its own header says', async () => {
    const guess = (from: string, headers: Record<string, string> = {}) =>
      callOverTls(port, '/api/v1/admin/apps', {
        from,
        headers: { authorization: `Bearer ${base64()}`, ...headers },
      }).then(({ status }) => status);
    const guessAs = (spoofed: number) =>
      guess('127.0.0.7', { 'x-forwarded-for': `203.0.113.${spoofed % 256}` });
    expect(await guessAs(0)).toBe(401);
    // If the header counted, each of these would come from another network.
    let round = 0;
    const isRefused = async () => {
      round += 20;
      const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => guessAs(round + index)));
      return statuses.includes(429);
    };
    await expect.poll(isRefused).toBe(true);
    const others = Array.from({ length: 10 }, () => guess('127.0.0.8', { 'x-forwarded-for': '127.0.0.7' }));
    expect(await Promise.all(others)).toEqual(Array(10).fill(401));
  });

  test('the sample proxy passes Origin, Authorization, DPoP, the host name and the path with its query unchanged, and adds the caller’s address', async () => {
    const seen: IncomingMessage[] = [];
    const upstream = createServer((request, response) => {
      seen.push(request);
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port: upstreamPort } = upstream.address() as AddressInfo;
    const echoPort = await freePort();
    const proxy = await startProxy(name, {
      port: echoPort,
      servicePorts: [upstreamPort],
      hostedPort: upstreamPort,
    });
    const given = {
      origin: 'https://app.example.com',
      authorization: 'DPoP a.b.c',
      dpop: 'd.e.f',
      'privy-app-id': 'app',
      cookie: 'a=1; b=2',
    };
    const path = `/a%2Fb/../c?d=%20e&f=${'g'.repeat(limits.crossAppRequestLength)}`;
    const headers = { ...given, 'x-forwarded-for': '203.0.113.9' };
    await callOverTls(echoPort, path, { from: '127.0.0.7', headers });
    proxy.kill();
    upstream.close();
    const reached = seen.find(({ url }) => url?.includes('ggg'));
    expect(reached?.url).toBe(path);
    expect(reached?.headers).toMatchObject(given);
    expect(reached?.headers.host?.split(':')[0]).toBe(serviceHost);
    expect(
      String(reached?.headers['x-forwarded-for'])
        .split(/\s*,\s*/)
        .at(-1),
    ).toBe('127.0.0.7');
  });

  test('a request in flight while its process stops is answered through the sample proxy, and others go to the next process', async () => {
    const database = new pg.Client(postgres.url);
    await database.connect();
    await database.query('begin');
    await database.query('lock table apps in access exclusive mode');
    const waiting = callOverTls(port, '/api/v1/admin/apps', {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({ name: 'Held', email_auth: true }),
    });
    await expect
      .poll(async () => {
        const { rows } = await database.query(
          "select count(*)::int as waiting from pg_locks where not granted and relation = 'apps'::regclass",
        );
        return rows[0]?.waiting;
      })
      .toBeGreaterThan(0);
    first.kill('SIGTERM');
    await expect.poll(() => callOverTls(port, '/healthz').then(({ status }) => status)).toBe(200);
    await database.query('commit');
    await database.end();
    const { status, text } = await waiting;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ name: 'Held' });
    const during: number[] = [];
    let isGone = false;
    void first.exited.then(() => {
      isGone = true;
    });
    while (!isGone) during.push((await callOverTls(port, '/healthz')).status);
    for (let after = 0; after < 10; after += 1) during.push((await callOverTls(port, '/readyz')).status);
    expect(await first.exited).toBe(0);
    expect(during.filter((status) => status !== 200)).toEqual([]);
  });
});

test('the proxy beside the recovery store serves it over TLS with the certificate of makeSecrets.sh', async () => {
  const folder = newFolder('recovery-secrets');
  await run('sh', [join(root, 'deploy/makeSecrets.sh'), 'auth.example.com', 'wallet.example.com', folder]);
  const secrets = join(folder, 'secrets');
  const variables = readFileSync(join(secrets, 'recovery.env'), 'utf8');
  const env = Object.fromEntries(
    variables.split('\n').flatMap((line) => (line ? [line.split(/=(.*)/s)] : [])),
  );
  const store = startServerProcess(
    {
      ...env,
      NODE_ENV: 'production',
      LATCHKEY_RECOVERY_BIND: '127.0.0.1',
      LATCHKEY_RECOVERY_DATABASE_URL: postgres.url.replace(/postgres$/, 'template1'),
    },
    folder,
    ['recovery'],
  );
  const port = await freePort();
  await startRecoveryProxy({ port, storePort: await store.listening, secrets });
  const ca = readFileSync(join(secrets, 'recovery.pem'), 'utf8');
  expect((await callOverTls(port, '/readyz', { host: recoveryHost, ca })).status).toBe(200);
  // A client that does not trust the certificate refuses it.
  await expect(callOverTls(port, '/readyz', { host: recoveryHost })).rejects.toThrow(/certificate/);
});
