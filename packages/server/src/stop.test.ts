import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSchema,
  databaseKind,
  rawCorpus,
  type ServerProcess,
  seedDataFolder,
  startServerProcess,
  testConfig,
} from '@latchkey/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServer } from './startServer.ts';

// Programs as they are run: what a signal does to the people in them, and what a line of a stranger's does not.

const log = pino({ enabled: false });
const isPostgres = databaseKind === 'postgres';
let cwd: string;
let running: ServerProcess | null = null;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'latchkey-stop-'));
});
afterEach(async () => {
  running?.kill('SIGKILL');
  await running?.exited;
  running = null;
  rmSync(cwd, { recursive: true });
  vi.unstubAllGlobals();
});

async function startProcess(): Promise<{ port: number; child: ServerProcess }> {
  const dataDir = join(cwd, 'data');
  if (!isPostgres) await seedDataFolder(dataDir);
  const env = isPostgres ? { LATCHKEY_DATABASE_URL: await createSchema() } : { LATCHKEY_DATA_DIR: dataDir };
  running = startServerProcess(env, cwd);
  return { port: await running.listening, child: running };
}

/** A connection that is kept, and what came over it. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1');
  const heard = { text: '', isOver: false, error: null as string | null };
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard.text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    heard.error = error.code ?? 'failed';
  });
  socket.on('close', () => {
    heard.isOver = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, heard };
}

/** Holds the timer of this many ms, however busy the machine is. @returns what ends its wait */
function holdTimer(heldMs: number): () => void {
  let end = () => {};
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => {
    if (ms !== heldMs) return wait(act, ms);
    end = act;
  });
  return () => end();
}

const body = '{"email":"a@example.com","code":"000000"}';
const login = [
  'POST /api/v1/passwordless/authenticate HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'privy-app-id: latchkey-demo-app-0000001',
  `content-length: ${body.length}`,
  '',
  body,
].join('\r\n');

test('[S49] SIGTERM answers who is in the middle of a request on a connection that was kept, and resets no one', async () => {
  const { port, child } = await startProcess();
  const [idle, busy] = [await dial(port), await dial(port)];
  for (const { socket, heard } of [idle, busy]) {
    socket.write(login);
    await expect.poll(() => heard.text).toMatch(/^HTTP\/1\.1 422 .*invalid_credentials/s);
    expect(heard.text).not.toMatch(/connection: close/i);
    heard.text = '';
  }
  busy.socket.write(login.slice(0, -10));
  // Its head must be there; a request after it over another connection shows that it is.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  child.kill('SIGTERM');
  await expect.poll(() => idle.heard.isOver).toBe(true);
  expect([idle.heard, busy.heard]).toMatchObject([{ error: null }, { isOver: false }]);

  busy.socket.write(login.slice(-10));
  await expect.poll(() => busy.heard.isOver).toBe(true);
  expect(busy.heard.error).toBeNull();
  expect(busy.heard.text).toMatch(/^HTTP\/1\.1 422 .*connection: close\r\n.*invalid_credentials/is);
  expect(await child.exited).toBe(0);
});

test('a process that is told to stop is not ready first, and goes on answering until balancers know', async () => {
  const database = isPostgres ? { databaseUrl: await createSchema() } : { dataDir: join(cwd, 'data') };
  if (!isPostgres) await seedDataFolder(join(cwd, 'data'));
  const drainS = 3_333;
  const endDrain = holdTimer(drainS * 1_000);
  const server = await startServer(testConfig({ ...database, drainS }), { log });
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  expect((await get('/readyz')).status).toBe(200);
  const closed = server.close();
  const [ready, alive] = [await get('/readyz'), await get('/healthz')];
  expect([ready.status, alive.status]).toEqual([503, 200]);
  expect([ready.headers.get('connection'), alive.headers.get('connection')]).toEqual(['close', 'close']);
  endDrain();
  await closed;
  await expect(get('/healthz')).rejects.toThrow();
});

test('what hangs does not keep a process from stopping', async () => {
  const database = isPostgres ? { databaseUrl: await createSchema() } : { dataDir: join(cwd, 'data') };
  if (!isPostgres) await seedDataFolder(join(cwd, 'data'));
  const mailer = { send: async () => {}, close: () => new Promise<void>(() => {}) };
  const server = await startServer(testConfig(database), { log, mailer, graceMs: 100 });
  await expect(server.close()).resolves.toBeUndefined();
});

test('[S56] no line of a stranger ends the process of the recovery store', async () => {
  const database = isPostgres
    ? { LATCHKEY_RECOVERY_DATABASE_URL: await createSchema() }
    : { LATCHKEY_DATA_DIR: cwd };
  const token = 'a-token-of-the-test-with-32-letters-or-more';
  running = startServerProcess({ ...database, LATCHKEY_RECOVERY_TOKEN: token }, cwd, ['recovery']);
  const port = await running.listening;
  const calls = await Promise.all(
    rawCorpus(['/v1/get']).map(async (bytes) => {
      const call = await dial(port);
      call.socket.end(bytes);
      return call;
    }),
  );
  // The service's own times end those that say too little.
  await expect.poll(() => calls.filter(({ heard }) => !heard.isOver), { timeout: 300_000 }).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  running.kill('SIGTERM');
  expect(await running.exited).toBe(0);
}, 600_000);
