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

// Effects of a stop, and of hostile input on the process of the recovery store.

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

/** A connection that is kept, and the data received over it. */
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

/** Holds the timer of exactly `heldMs` milliseconds. @returns a function that fires it */
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

test('[S49] SIGTERM lets a request in progress on a kept connection finish, and resets neither it nor an idle connection', async () => {
  const { port, child } = await startProcess();
  const [idle, busy] = [await dial(port), await dial(port)];
  for (const { socket, heard } of [idle, busy]) {
    socket.write(login);
    await expect.poll(() => heard.text).toMatch(/^HTTP\/1\.1 422 .*invalid_credentials/s);
    expect(heard.text).not.toMatch(/connection: close/i);
    heard.text = '';
  }
  busy.socket.write(login.slice(0, -10));
  // The head of the busy request must have arrived. A later request over another connection shows that it has.
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

test('a process that is stopped right after its answers writes a line of the log for each', async () => {
  const { port, child } = await startProcess();
  const { socket, heard } = await dial(port);
  const answered = (text: string) => text.split('invalid_credentials').length - 1;
  for (let sent = 1; sent <= 30; sent += 1) {
    socket.write(login);
    await vi.waitFor(() => expect(answered(heard.text)).toBe(sent), { interval: 1, timeout: 10_000 });
  }
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  await expect.poll(() => child.output().split('"msg":"answered"').length - 1).toBe(30);
});

test('a stopping process reports not ready first, and keeps answering until its drain time is over', async () => {
  const database = isPostgres ? { databaseUrl: await createSchema() } : { dataDir: join(cwd, 'data') };
  if (!isPostgres) await seedDataFolder(join(cwd, 'data'));
  const drainS = 3_333;
  const endDrain = holdTimer(drainS * 1_000);
  const server = await startServer(testConfig({ ...database, drainS }), { log });
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  expect((await get('/readyz')).status).toBe(200);
  const closed = server.close();
  const [ready, alive] = [await get('/readyz'), await get('/healthz')];
  expect(ready.status).toBe(503);
  expect(alive.status).toBe(200);
  expect(ready.headers.get('connection')).toBe('close');
  expect(alive.headers.get('connection')).toBe('close');
  endDrain();
  await closed;
  await expect(get('/healthz')).rejects.toThrow();
});

test('a mailer that hangs does not keep a server from stopping', async () => {
  const database = isPostgres ? { databaseUrl: await createSchema() } : { dataDir: join(cwd, 'data') };
  if (!isPostgres) await seedDataFolder(join(cwd, 'data'));
  const mailer = { send: async () => {}, close: () => new Promise<void>(() => {}) };
  const server = await startServer(testConfig(database), { log, mailer, graceMs: 100 });
  await expect(server.close()).resolves.toBeUndefined();
});

test('[S56] malformed requests do not end the process of the recovery store', async () => {
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
  // The process's own time limits end incomplete requests.
  await expect.poll(() => calls.filter(({ heard }) => !heard.isOver), { timeout: 300_000 }).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  running.kill('SIGTERM');
  expect(await running.exited).toBe(0);
}, 600_000);
