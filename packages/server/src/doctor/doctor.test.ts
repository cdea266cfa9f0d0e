import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import {
  createSchema,
  createTestService,
  databaseKind,
  findPostgres,
  startPostgres,
  type TestService,
  testConfig,
} from '@latchkey/testkit';
import { doctorChecks, webhookRoutes } from '@latchkey/wire';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, openPostgres } from '../db/index.ts';
import { listenForSmtp } from '../delivery/mail.testkit.ts';
import { operatorChecks } from './checks.ts';
import type { DoctorInput } from './examine.ts';
import { examine } from './index.ts';
import { selfSigned } from './selfSigned.testkit.ts';
import { readServerFacts } from './store.ts';

const origin = 'https://shop.example.com';
const url = 'https://auth.example.com';
const app = { id: 'doctors-app-0000000000001', name: 'Shop', allowed_origins: [origin] };
const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'));
const appsFile = join(folder, 'apps.json');
writeFileSync(appsFile, JSON.stringify({ apps: [app] }));

const random = () => randomBytes(32).toString('base64');
/** Complete settings of production. Nothing listens at these addresses, unless a test provides it. */
const production = {
  NODE_ENV: 'production',
  LATCHKEY_URL: url,
  LATCHKEY_TRUSTED_PROXIES: '1',
  LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey',
  LATCHKEY_ADMIN_KEY: random(),
  LATCHKEY_PARTS_KEK: random(),
  LATCHKEY_RECOVERY_KEK: random(),
  LATCHKEY_SMTP_URL: 'smtps://user:canary@127.0.0.1:9',
  LATCHKEY_MAIL_FROM: 'Shop <login@example.com>',
  LATCHKEY_CONFIG: appsFile,
};

let service: TestService;
beforeAll(async () => {
  const config = { url, adminKey: production.LATCHKEY_ADMIN_KEY, trustedProxies: 1 };
  service = await createTestService({ apps: [app], config });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Change by a proxy between the service and its users. */
type Proxy = (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response>;

/** Examines an installation whose public address leads to the service through a proxy. Returns what one check found. */
async function find(
  id: string,
  env: Record<string, string | undefined> = {},
  given: Partial<DoctorInput> & { proxy?: Proxy } = {},
): Promise<string> {
  const { proxy = (request, pass) => pass(request), ...input } = given;
  const pass = (request: Request) => service.fetch(request, { remoteAddress: '127.0.0.1' });
  const examined = await examine(
    {
      env: { ...production, ...env },
      fetch: async (address, init) =>
        address.startsWith(url) ? proxy(new Request(address, init), pass) : fetch(address, init),
      now: Date.now,
      appId: null,
      findToken: () => null,
      testMail: null,
      beforeStart: false,
      ...input,
    },
    [id],
  );
  const [{ outcome } = expect.fail(`there is no check ${id}`)] = examined;
  if ('skipped' in outcome) return `skipped: ${outcome.skipped}`;
  return outcome.map(({ severity, text }) => `${severity}: ${text}`).join('\n');
}

/** Sets or removes one header of every answer on its way. */
const withHeader =
  (name: string, value: string | null): Proxy =>
  async (request, pass) => {
    const response = await pass(request);
    const headers = new Headers(response.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('an operator’s checks are those that the list assigns to operators, in its order, and each has a sentence about it', () => {
  const listed = Object.entries(doctorChecks).filter(([, { runBy }]) =>
    (runBy as readonly string[]).includes('operator'),
  );
  expect(operatorChecks.map(({ id }) => id)).toEqual(listed.map(([id]) => id));
  for (const { about } of Object.values(doctorChecks)) expect(about).toMatch(/^[A-Z].*\.$/);
});

test('a complete configuration has no problem, and an incomplete one is reported with the texts of a start', async () => {
  expect(await find('configuration')).toBe('');
  const text = await find('configuration', { LATCHKEY_ADMIN_KEY: 'short', LATCHKEY_PARTS_KEK: undefined });
  expect(text).toContain('error: LATCHKEY_ADMIN_KEY is required in production');
  expect(text).toContain('error: LATCHKEY_PARTS_KEK is required in production');
  expect(text).not.toContain('short');
});

test('a problem of the apps file is reported with its field, and a missing file is not an empty one', async () => {
  expect(await find('apps-file')).toBe('');
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, JSON.stringify({ apps: [{ ...app, colour: 'red' }] }));
  expect(await find('apps-file', { LATCHKEY_CONFIG: wrong })).toContain('colour is not a known field');
  expect(await find('apps-file', { LATCHKEY_CONFIG: join(folder, 'none.json') })).toContain('cannot be read');
});

test('an https address without a trusted proxy is reported', async () => {
  expect(await find('trusted-proxies')).toBe('');
  expect(await find('trusted-proxies', { LATCHKEY_TRUSTED_PROXIES: '0' })).toContain(
    'warning: LATCHKEY_TRUSTED_PROXIES is 0',
  );
});

test('a database that does not answer is one finding without its password, and its other checks are left out', async () => {
  const text = await find('database-connection');
  expect(text).toContain('error: PostgreSQL at 127.0.0.1:9, database latchkey: does not answer');
  expect(text).not.toContain('canary');
  expect(await find('migrations')).toBe('skipped: the database does not answer');
});

if (databaseKind === 'postgres')
  test('a database user without rights on the sessions of others counts their connections too', async () => {
    const postgres = await startPostgres(findPostgres() ?? '');
    const operator = new pg.Client(postgres.url);
    await operator.connect();
    await operator.query('create role guest login');
    const database = openPostgres(postgres.url.replace('latchkey@', 'guest@'));
    try {
      expect((await readServerFacts(database)).otherConnections).toBe(1);
    } finally {
      await database.close();
      await operator.end();
      await postgres.destroy();
    }
  });

if (databaseKind === 'postgres')
  test('the checks of a database report pending migrations, missing rights, a pool that is too large, a wrong clock and a newer version', async () => {
    const env = { LATCHKEY_DATABASE_URL: await createSchema() };
    expect(await find('migrations', env)).toMatch(
      /^warning: \d+ migrations are pending, from 0001_apps\.sql/,
    );
    const database = openPostgres(env.LATCHKEY_DATABASE_URL);
    try {
      await migrate(database);
      expect(await find('migrations', env)).toBe('');
      expect(await find('database-connection', env)).toBe('');
      expect(await find('database-version', env)).toBe('');
      expect(await find('database-rights', env)).toBe('');
      // No schema of this name is there, so tables cannot be created.
      const elsewhere = new URL(env.LATCHKEY_DATABASE_URL);
      elsewhere.searchParams.set('options', '-c search_path=nowhere');
      expect(await find('database-rights', { LATCHKEY_DATABASE_URL: elsewhere.href })).toContain(
        'may not create tables',
      );
      expect(await find('database-replication', env)).toBe('');
      // The tests' own server runs without the safety of production.
      expect(await find('database-settings', env)).not.toContain('encoding');
      expect(await find('database-pool', { ...env, LATCHKEY_DATABASE_CONNECTIONS: '9999' })).toContain(
        'warning: The service may open 9999 connections',
      );
      expect(await find('clock', env)).toBe('');
      expect(await find('clock', env, { now: () => Date.now() + 60_000 })).toContain('error: The clocks');
      expect(await find('clock', env, { now: () => Date.now() - 10_000 })).toContain('warning: The clocks');
      await database.exclusively((run) =>
        run("insert into migrations (name, sha256, applied_at_ms) values ('9999_later.sql', 'x', 0)"),
      );
      expect(await find('migrations', env)).toContain('error: The database is newer than this version');
    } finally {
      await database.close();
    }
  });

test('a mail server that does not answer, refuses the password, speaks no TLS or does not require it is reported without its texts', async () => {
  expect(await find('smtp')).toContain('error: The mail server');
  const plain = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (line) => {
      if (/^EHLO/.test(String(line))) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/.test(String(line))) socket.write('535 the password canary is wrong\r\n');
      else socket.end('221 bye\r\n');
    });
    socket.on('error', () => undefined);
  });
  const { url: smtpUrl, close } = await listenForSmtp(plain);
  try {
    const refused = await find('smtp', { LATCHKEY_SMTP_URL: smtpUrl.replace('//', '//user:canary@') });
    expect(refused).toContain('error: The mail server refuses user or password (535)');
    expect(refused).not.toContain('canary');
    const secure = await find('smtp', { LATCHKEY_SMTP_URL: smtpUrl.replace('smtp:', 'smtps:') });
    expect(secure).toContain('does not speak TLS');
  } finally {
    await close();
  }
  expect(await find('smtp-encryption', { LATCHKEY_SMTP_URL: 'smtp://mail.example.com:587' })).toContain(
    'warning: LATCHKEY_SMTP_URL begins with smtp://',
  );
});

test('a test mail is handed to the mail server, and a refused sender is reported', async () => {
  const mails: string[] = [];
  let refuses = false;
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    let isContent = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (isContent) {
        mails.push(text);
        if (!text.endsWith('\r\n.\r\n')) return;
        isContent = false;
        socket.write('250 taken\r\n');
      } else if (text.startsWith('EHLO')) socket.write('250 here\r\n');
      else if (text.startsWith('MAIL') && refuses) socket.write('553 not your domain\r\n');
      else if (text.startsWith('DATA')) {
        isContent = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
  });
  const { url: smtpUrl, close } = await listenForSmtp(server);
  try {
    const env = { LATCHKEY_SMTP_URL: smtpUrl };
    expect(await find('test-mail', env)).toBe('skipped: no --test-mail');
    expect(mails).toEqual([]);
    expect(await find('test-mail', env, { testMail: 'ada@example.com' })).toBe('');
    expect(mails.join('')).toContain('To: ada@example.com');
    refuses = true;
    expect(await find('test-mail', env, { testMail: 'ada@example.com' })).toContain(
      'error: The mail server refuses the sender or the recipient (553)',
    );
  } finally {
    await close();
  }
});

test('a host without an address, an address without TLS and a certificate signed by itself are reported', async () => {
  expect(await find('dns', { LATCHKEY_URL: 'https://auth.nowhere.invalid' })).toContain(
    'error: DNS has no address for auth.nowhere.invalid',
  );
  expect(await find('dns', { LATCHKEY_URL: 'https://127.0.0.1' })).toBe('');
  const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  const secure = createTlsServer(selfSigned, (socket) => socket.end());
  try {
    const [plainPort, securePort] = await Promise.all([portOf(plain), portOf(secure)]);
    expect(await find('tls', { LATCHKEY_URL: `https://127.0.0.1:${plainPort}` })).toContain(
      'does not answer with TLS',
    );
    expect(await find('tls', { LATCHKEY_URL: `https://127.0.0.1:${securePort}` })).toContain(
      'is signed by itself',
    );
  } finally {
    plain.close();
    secure.close();
  }
});

test('behind a proxy that changes nothing, ten checks of the service find nothing', async () => {
  for (const id of [
    'service-address',
    'proxy-headers',
    'app-id',
    'allowed-origin',
    'cors',
    'own-address',
    'frame-headers',
    'frame-hash',
    'keys',
    'webhooks',
  ]) {
    expect(await find(id), id).toBe('');
  }
});

test('a service that is down, redirected or replaced by another page is reported', async () => {
  const answer = (response: () => Response) => ({ proxy: async () => response() });
  const down = { proxy: () => Promise.reject(new Error('refused')) };
  expect(await find('service-address', {}, down)).toContain(`error: No service answers at ${url}.`);
  expect(await find('cors', {}, down)).toBe('skipped: the service does not answer at LATCHKEY_URL');
  const moved = answer(
    () => new Response(null, { status: 301, headers: { location: 'https://www.example.com' } }),
  );
  expect(await find('service-address', {}, moved)).toContain('redirects');
  expect(
    await find(
      'service-address',
      {},
      answer(() => new Response('Welcome to nginx')),
    ),
  ).toContain('not as Latchkey');
});

test('a proxy that drops Authorization or Origin, or changes headers of CORS and of the frame, is reported', async () => {
  const without = (name: string): { proxy: Proxy } => ({
    proxy: (request, pass) => {
      const headers = new Headers(request.headers);
      headers.delete(name);
      return pass(new Request(request, { headers }));
    },
  });
  expect(await find('proxy-headers', {}, without('authorization'))).toContain(
    'drops or changes the header Authorization',
  );
  expect(await find('cors', {}, without('origin'))).toContain('Let the proxy pass the header Origin');
  const twice = { proxy: withHeader('access-control-allow-origin', `${origin}, ${origin}`) };
  expect(await find('cors', {}, twice)).toContain('is sent twice');
  const any = { proxy: withHeader('access-control-allow-origin', '*') };
  expect(await find('cors', {}, any)).toContain('instead of');
  const blocked = { proxy: withHeader('x-frame-options', 'DENY') };
  expect(await find('frame-headers', {}, blocked)).toContain('adds X-Frame-Options: DENY');
  const bare = { proxy: withHeader('content-security-policy', null) };
  expect(await find('frame-headers', {}, bare)).toContain('comes with another policy');
});

test('an app that the service does not have is reported, and so is an origin that its app does not allow', async () => {
  const other = 'doctors-app-0000000000002';
  expect(await find('app-id', {}, { appId: other })).toContain(
    `error: The service at ${url} has no app with the id ${other}.`,
  );
  expect(await find('app-id', {}, { appId: 'no id' })).toContain('has no app with the id no id.');
  const replaced = { proxy: async () => new Response('<h1>404</h1>', { status: 404 }) };
  expect(await find('app-id', {}, replaced)).toBe('');
  expect(await find('cors', {}, { appId: other })).toBe(
    `skipped: ${other} is not known, or allows no origin`,
  );
  // The service still has the apps with which it started.
  const changed = join(folder, 'changed.json');
  writeFileSync(
    changed,
    JSON.stringify({ apps: [{ ...app, allowed_origins: ['https://new.example.com'] }] }),
  );
  const env = { LATCHKEY_CONFIG: changed, LATCHKEY_ADMIN_KEY: undefined };
  expect(await find('allowed-origin', env)).toMatch(
    /^error: The service refuses pages of https:\/\/new\.example\.com, .* restart the service\.$/,
  );
});

test('a service that calls another address its own is reported with that address', async () => {
  const elsewhere = 'https://login.example.com';
  const found = await find(
    'own-address',
    { LATCHKEY_URL: elsewhere },
    {
      fetch: (address, init) => service.fetch(new Request(address, init), { remoteAddress: '127.0.0.1' }),
    },
  );
  expect(found).toContain(`error: The service at ${elsewhere} calls another address its own, ${url},`);
});

test('a frame of another release is reported', async () => {
  const changed: Proxy = async (request, pass) => {
    const text = await (await pass(request)).text();
    return new Response(text.replace(/"sha256": ?"./, '"sha256": "!'));
  };
  expect(await find('frame-hash', {}, { proxy: changed })).toContain('is not that of the installed release');
});

test('a webhook that is turned off is reported with its host, but without its path', async () => {
  const bearer = production.LATCHKEY_ADMIN_KEY;
  const params = { id: app.id };
  const body = { url: 'https://hooks.example.com/secret-path' };
  const { json } = await service.call(webhookRoutes.create, { bearer, params, body });
  const change = { bearer, params: { ...params, webhook_id: json.id }, body: { disabled: true } };
  await service.call(webhookRoutes.update, change);
  const text = await find('webhooks');
  expect(text).toContain(`warning: A webhook of ${app.id} (hooks.example.com) is turned off`);
  expect(text).not.toContain('secret-path');
});

test('a key that wraps data keys and is not configured any more is reported by its id, to the admin key or an operator’s token', async () => {
  const kek = { id: 'k1', provider: null, first: false, data_keys: 3, removable: false };
  const proxy: Proxy = async () => Response.json({ stores: [{ store: 'recovery', keks: [kek] }] });
  expect(await find('keys', {}, { proxy })).toMatch(
    /^error: 3 data keys .* the key k1, .* LATCHKEY_RECOVERY_KEK/,
  );
  for (const absent of [undefined, 'off']) {
    const env = { LATCHKEY_ADMIN_KEY: absent };
    expect(await find('keys', env)).toMatch(/^skipped/);
    expect(await find('proxy-headers', env)).toMatch(/^skipped/);
    // An operator's token takes the key's place.
    const findToken = () => production.LATCHKEY_ADMIN_KEY;
    expect(await find('keys', env, { findToken })).toBe('');
    expect(await find('proxy-headers', env, { findToken })).toBe('');
  }
});

test('hosted pages and a recovery store that do not answer or refuse are reported', async () => {
  const closed = 'http://127.0.0.1:9';
  expect(await find('hosted-pages', { LATCHKEY_HOSTED_URL: closed })).toContain('does not answer');
  expect(await find('recovery-store', { LATCHKEY_RECOVERY_URL: closed })).toContain('does not answer');
  const answers = (statuses: Record<string, number>): Partial<DoctorInput> => ({
    fetch: async (address) =>
      new Response('no chain', { status: statuses[new URL(address).pathname] ?? 500 }),
  });
  const hosted = { LATCHKEY_HOSTED_URL: 'https://wallet.example.com' };
  expect(await find('hosted-pages', hosted, answers({ '/readyz': 503 }))).toContain('cannot start: no chain');
  expect(await find('hosted-pages', hosted, answers({ '/readyz': 200 }))).toBe('');
  const store = { LATCHKEY_RECOVERY_URL: 'https://store.example.com', LATCHKEY_RECOVERY_TOKEN: random() };
  expect(await find('recovery-store', store, answers({ '/readyz': 200, '/doctor': 401 }))).toContain(
    'refuses LATCHKEY_RECOVERY_TOKEN',
  );
  expect(await find('recovery-store', store, answers({ '/readyz': 200, '/doctor': 404 }))).toBe('');
});

test('checks that need the service are left out before its start', async () => {
  expect(await find('cors', {}, { beforeStart: true })).toBe('skipped: left out before the start');
});

test('an examination treats an empty environment as development and creates no key', async () => {
  const dataDir = join(folder, 'data');
  const env = Object.fromEntries(Object.keys(production).map((name) => [name, undefined]));
  expect(await find('configuration', { ...env, LATCHKEY_DATA_DIR: dataDir })).toBe('');
  expect(await find('database-connection', { ...env, LATCHKEY_DATA_DIR: dataDir })).toMatch(/^skipped/);
  expect(() => rmSync(dataDir, { recursive: true })).toThrow();
  expect(testConfig().production).toBe(false);
});
