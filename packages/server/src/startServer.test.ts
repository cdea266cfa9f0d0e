import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostgres,
  type PostgresServer,
  seedDataFolder,
  startPostgres,
  testConfig,
} from '@latchkey/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from './startServer.ts';

/** Messages that the service has logged, in order. */
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(JSON.parse(line).msg) });
const demoApp = 'latchkey-demo-app-0000001';

const isPostgres = process.env.LATCHKEY_TEST_DATABASE === 'postgres';

let folder: string;
/** A PostgreSQL server that this file may stop. */
let postgres: PostgresServer | null = null;
let server: Server;

async function start(name: string): Promise<Server> {
  const off = { pricesUrl: null, quotesUrl: null };
  if (postgres) return startServer(testConfig({ ...off, databaseUrl: postgres.url }), { log });
  const dataDir = join(folder, name);
  await seedDataFolder(dataDir);
  return startServer(testConfig({ ...off, dataDir }), { log });
}
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
const login = (email: string) =>
  fetch(`http://127.0.0.1:${server.port}/api/v1/passwordless/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'privy-app-id': demoApp },
    body: JSON.stringify({ email, code: '000000' }),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-server-'));
  if (isPostgres) postgres = await startPostgres(findPostgres() ?? '');
  server = await start('first');
});
afterAll(async () => {
  await server.close();
  await postgres?.destroy();
  rmSync(folder, { recursive: true });
});

const loseDatabase = async (postgres: PostgresServer) => {
  expect((await login('a@example.com')).status).toBe(422);
  await postgres.stop();
  const down = await login('a@example.com');
  expect(down.status).toBe(503);
  expect(await down.json()).toEqual({
    error: 'The service is not available right now',
    code: 'service_unavailable',
  });
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);
  expect(await (await get('/metrics')).text()).toContain('latchkey_database_up 0');

  await postgres.start();
  expect((await get('/readyz')).status).toBe(200);
  expect((await login('a@example.com')).status).toBe(422);
};

const asOperator = async (...statements: string[]) => {
  const operator = new pg.Client(postgres?.url);
  await operator.connect();
  for (const statement of statements) await operator.query(statement);
  await operator.end();
};

test('the start logs which providers are off', () => {
  expect(logged).toEqual(
    expect.arrayContaining([
      'LATCHKEY_PRICES_URL is not set, or off: amounts show no price in US dollars',
      'LATCHKEY_QUOTES_URL is not set, or off: no wallet is funded from another network',
      'listening',
    ]),
  );
});

test('a body over the limit is refused on a real socket, with and without a declared length', async () => {
  const long = JSON.stringify({ email: 'a'.repeat(70_000) });
  for (const headers of [{ 'content-length': String(long.length) }, { 'transfer-encoding': 'chunked' }]) {
    const status = await new Promise((resolve, reject) => {
      const sent = request({
        port: server.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/passwordless/init',
        headers: { 'content-type': 'application/json', 'privy-app-id': demoApp, ...headers },
      });
      sent.once('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
      sent.end(long);
    });
    expect(status).toBe(413);
  }
});

test('a stop finishes the requests in flight and accepts no more', async () => {
  const other = await start('second');
  const headers = { 'content-type': 'application/json', 'privy-app-id': demoApp };
  const body = '{"email":"a@example.com","code":"000000"}';
  const sent = request({
    port: other.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/passwordless/authenticate',
    headers: { ...headers, 'content-length': body.length },
  });
  const answered = once(sent, 'response');
  await new Promise((resolve) => sent.write(body.slice(0, 10), resolve));
  const get = () => fetch(`http://127.0.0.1:${other.port}/healthz`);
  // A request has begun once its head was read. A later request over another connection shows that the head was read.
  expect((await get()).status).toBe(200);
  const stopped = other.close();
  await expect
    .poll(() =>
      get().then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  sent.end(body.slice(10));
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(422);
  await stopped;
  await expect(get()).rejects.toThrow();
});

if (isPostgres) {
  test('[S49] without its database the service answers service_unavailable, stays alive, and works again once it is back', async () => {
    expect(postgres).not.toBeNull();
    if (postgres) await loseDatabase(postgres);
  });

  test('[S49] while its database is read-only the service answers service_unavailable, and works again afterwards', async () => {
    await asOperator('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    await expect.poll(async () => (await login('a@example.com')).status).toBe(503);
    const down = await login('a@example.com');
    expect(down.status).toBe(503);
    expect(await down.json()).toEqual({
      error: 'The service is not available right now',
      code: 'service_unavailable',
    });
    await asOperator('alter system set default_transaction_read_only = off', 'select pg_reload_conf()');
    await expect.poll(async () => (await login('a@example.com')).status).toBe(422);
  });

  test('a failing start says that the database takes no more connections, or that it is read-only', async () => {
    await asOperator(
      'create role crowded login connection limit 0',
      'create role reader login',
      'alter role reader set default_transaction_read_only = on',
    );
    const startAs = (role: string) =>
      startServer(testConfig({ databaseUrl: postgres?.url.replace('latchkey@', `${role}@`) ?? '' }), { log });
    await expect(startAs('crowded')).rejects.toThrow(/takes no more connections\. Raise max_connections/);
    await expect(startAs('reader')).rejects.toThrow(/is read-only, as a standby is/);
  });
}
