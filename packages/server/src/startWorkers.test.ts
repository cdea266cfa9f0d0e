import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSchema, databaseKind, type ServerProcess, startServerProcess } from '@latchkey/testkit';
import { failureLimits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// The program with worker processes, as an operator starts it.

let cwd: string;
let program: ServerProcess;
let port: number;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'latchkey-workers-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** Starts the program as if behind a proxy: callers choose their network with `x-forwarded-for`. */
async function start(workers: number): Promise<void> {
  const env = { LATCHKEY_DATABASE_URL: await createSchema(), LATCHKEY_TRUSTED_PROXIES: '1' };
  program = startServerProcess({ ...env, LATCHKEY_WORKERS: String(workers) }, cwd);
  port = await program.listening;
  await vi.waitFor(() => expect(program.output()).toContain(allListening), { timeout: 60_000 });
}
const allListening = 'all workers are listening';

/** Waits until the program has logged a text. */
const logged = (text: string) => expect.poll(() => program.output()).toContain(text);

/** Returns the number and the process id of each worker that was started, in order. */
function listStarts(): { worker: number; pid: number }[] {
  const lines = program.output().split('\n');
  return lines.filter((line) => line.includes('"a worker is starting"')).map((line) => JSON.parse(line));
}
const countOf = (text: string) => program.output().split(text).length - 1;

interface Reply {
  status: number;
  text: string;
}

/** Sends a GET over a connection of its own. The workers get new connections in turn. */
function get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });
}
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await get(path, headers)).status;

/** Returns the lines of a metric, one for each series, sorted. */
async function seriesOf(name: string): Promise<string[]> {
  const { text } = await get('/metrics');
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .sort();
}

const app = 'latchkey-demo-app-0000001';
const appPath = `/api/v1/apps/${app}`;
const addedApp = { id: 'latchkey-added-app-000001', name: 'Added' };

/** The outcome of a call while nothing listens. */
const refused = 'ECONNREFUSED';
const outcomeOf = (path: string) => statusOf(path).catch(({ code }: NodeJS.ErrnoException) => code);

/**
 * Repeats calls until the returned function is called. That function resolves to the number of 200 answers and all
 * other outcomes.
 */
function keepCalling(calls: readonly (() => Promise<number>)[]) {
  const failures: string[] = [];
  let answers = 0;
  let isOver = false;
  const done = calls.map(async (call) => {
    while (!isOver) {
      const outcome = await call().catch((error: Error) => String(error.cause ?? error));
      if (outcome === 200) answers += 1;
      else failures.push(String(outcome));
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(done);
    return { answers, failures };
  };
}

/** Begins a login whose request is not complete yet. The returned function sends the rest and returns the answer. */
function beginLogin(): () => Promise<string> {
  const body = '{"email":"a@example.com","code":"000000"}';
  const head = [
    'POST /api/v1/passwordless/authenticate HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `privy-app-id: ${app}`,
    `content-length: ${body.length}`,
  ];
  let text = '';
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const isOver = once(socket, 'close');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
  return async () => {
    socket.write(body.slice(10));
    await isOver;
    return text;
  };
}

/** Opens a connection that sends nothing. Resolves when the other side has ended it. */
async function beginIdle(): Promise<void> {
  const socket = connect(port, '127.0.0.1').resume();
  await once(socket, 'close');
}

const onPostgres = () => {
  describe('workers that serve', () => {
    beforeAll(() => start(2));
    afterAll(async () => {
      program.kill('SIGTERM');
      expect(await program.exited).toBe(0);
    });

    test('[S45] the workers count the failures of a network together', async () => {
      const { calls } = failureLimits['admin-key'];
      const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.7' };
      const guess = () => statusOf('/api/v1/admin/apps', headers);
      for (let call = 0; call < calls; call += 1) expect(await guess()).toBe(401);
      // Each worker has counted half of the calls itself. It refuses when it has heard of the other half.
      let rounds = 0;
      const nextTwo = async () => {
        rounds += 1;
        return [await guess(), await guess()];
      };
      await expect.poll(nextTwo).toEqual([429, 429]);
      expect(rounds).toBeLessThan(calls / 4);
    });

    test('a scrape shows the metrics of both workers, and log lines name their worker', async () => {
      const before = await seriesOf('latchkey_database_connections_max');
      expect(before).toHaveLength(2);
      for (const series of before) expect(series).toMatch(/\{worker="\d"\} 5$/);
      for (let call = 0; call < 4; call += 1) expect(await statusOf('/openapi.json')).toBe(200);
      expect(await seriesOf('latchkey_database_connections_max')).toEqual(before);
      for (let call = 0; call < 4; call += 1) expect(await statusOf(appPath)).toBe(200);
      const workers = before.map((series) => /worker="(\d)"/.exec(series)?.[1]);
      for (const worker of workers) await logged(`"worker":${worker},"requestId"`);
      const counts = await seriesOf('latchkey_http_requests_total');
      const ofApp = counts.filter((series) => series.includes('route="apps.get",status="200"'));
      expect(ofApp.map((series) => /worker="(\d)"/.exec(series)?.[1])).toEqual(workers);
    });

    test('[S49] SIGHUP replaces the workers without a failed request, and the new ones read the apps file again', async () => {
      const stop = keepCalling([
        () => statusOf(appPath),
        () => statusOf('/readyz'),
        // Many new connections, because one may be on its way to a worker that has just stopped accepting them.
        ...Array.from({ length: 10 }, () => () => statusOf('/healthz')),
        // Over kept connections.
        async () => (await fetch(`http://127.0.0.1:${port}${appPath}`)).status,
      ]);
      const before = listStarts().length;
      const file = join(cwd, 'latchkey.config.json');
      writeFileSync(file, JSON.stringify({ apps: [addedApp] }));
      program.kill('SIGHUP');
      await logged('all workers were replaced');
      expect(await statusOf(`/api/v1/apps/${addedApp.id}`)).toBe(200);
      expect(listStarts()).toHaveLength(before + 2);

      writeFileSync(file, 'not a configuration');
      program.kill('SIGHUP');
      await logged('a new worker did not start, and the others stay');
      rmSync(file);
      const { answers, failures } = await stop();
      expect(listStarts()).toHaveLength(before + 3);
      expect(failures).toEqual([]);
      expect(answers).toBeGreaterThan(10);
    });

    test('a worker ignores the signals of a terminal, and a killed worker is replaced while the other one serves', async () => {
      const before = countOf(allListening);
      const running = listStarts().find(({ pid }) => isRunning(pid));
      const pid = running?.pid ?? 0;
      // A terminal or a service manager signals the workers too. They leave it to the primary.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
      for (let call = 0; call < 4; call += 1) expect(await statusOf(appPath)).toBe(200);
      expect(program.output()).not.toContain('a worker ended');
      process.kill(pid, 'SIGKILL');
      await logged('a worker ended');
      expect(await statusOf(appPath)).toBe(200);
      await expect.poll(() => countOf(allListening)).toBeGreaterThan(before);
    });
  });

  test('[S49] SIGTERM lets the requests in progress at all workers finish, even if a worker is still starting', async () => {
    await start(2);
    const logins = [beginLogin(), beginLogin()];
    // Later requests show that the beginnings have arrived.
    for (let call = 0; call < 2; call += 1) await get('/healthz');
    const idleEnds = [beginIdle(), beginIdle()];
    program.kill('SIGHUP');
    await expect.poll(listStarts).toHaveLength(3);
    program.kill('SIGTERM');
    // A worker that stops ends idle connections. Before that, it would keep the logins' connections after the answer.
    await Promise.all(idleEnds);
    for (const end of logins) expect(await end()).toMatch(/^HTTP\/1\.1 422 .*connection: close\r\n/is);
    expect(await program.exited).toBe(0);
    expect(await outcomeOf('/healthz')).toBe(refused);
  });

  test('the program ends with status 1 if its only worker dies soon after its start', async () => {
    await start(1);
    const [{ pid } = { pid: 0 }] = listStarts();
    process.kill(pid, 'SIGKILL');
    expect(await program.exited).toBe(1);
    expect(program.output()).toContain('The workers keep ending soon after their start.');
  });

  test('workers end with the process that started them', async () => {
    await start(1);
    const [{ pid } = { pid: 0 }] = listStarts();
    program.kill('SIGKILL');
    await program.exited;
    await expect.poll(() => outcomeOf('/healthz')).toBe(refused);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('a start that fails gives its reason once, with status 1', async () => {
    const failing = startServerProcess(
      { LATCHKEY_WORKERS: '2', LATCHKEY_DATABASE_URL: 'postgres://user:canary@127.0.0.1:9/latchkey' },
      cwd,
    );
    expect(await failing.exited).toBe(1);
    expect(failing.output().split('does not answer')).toHaveLength(2);
    expect(failing.output()).toContain('The first worker did not start, so no other one was started.');
    expect(failing.output()).not.toContain('canary');
  });
};

const onEmbedded = () => {
  test('the embedded database refuses several workers, and the refusal names the setting', async () => {
    const failing = startServerProcess({ LATCHKEY_WORKERS: '2' }, cwd);
    expect(await failing.exited).toBe(1);
    expect(failing.output()).toContain('LATCHKEY_WORKERS may be more than 1 only with PostgreSQL');
  });
};

if (databaseKind === 'postgres') describe('workers', onPostgres);
else describe('workers', onEmbedded);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
