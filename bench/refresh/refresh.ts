import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@latchkey/sandbox';
import { findPostgres, startPostgres } from '@latchkey/testkit';
import { buildAll } from '../../scripts/build.ts';
import { type BenchResult, median } from '../result.ts';
import { cpuSeconds } from './cpu.ts';
import { drive, type LoadClient, type LoadResult } from './load.ts';

const connections = 32;
const roundMs = 5_000;
const rounds = 3;
const warmUpMs = 2_000;
const appId = 'latchkey-bench-app-000001';
const origin = 'http://localhost:3000';
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

interface Program {
  child: ChildProcess;
  port: number;
}

/** Starts a program and waits for the line that names its port. */
async function startProgram(args: string[], env: Record<string, string>, line: RegExp): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    const port = line.exec(output)?.[1];
    if (!port) continue;
    child.stdout?.resume();
    return { child, port: Number(port) };
  }
  throw new Error(`${args.at(-1)} ended before it was ready:\n${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Logs a user in over HTTP, with the code of the sandbox's inbox. */
async function logIn(url: string, inboxUrl: string, email: string): Promise<LoadClient> {
  const headers = { 'privy-app-id': appId, origin };
  const post = async (route: string, body: unknown) => {
    const response = await fetch(`${url}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { refresh_token: string; token: string };
  };
  await post('/api/v1/passwordless/init', { email });
  const inbox = await fetch(`${inboxUrl}/inbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await inbox.json()) as { messages: { code: string }[] };
  let session = await post('/api/v1/passwordless/authenticate', { email, code: messages[0]?.code });
  return {
    headers: { ...headers, authorization: `Bearer ${session.token}` },
    body: () => JSON.stringify({ refresh_token: session.refresh_token }),
    accept: (reply) => {
      session = { ...session, ...reply };
    },
  };
}

function floorClient(id: number): LoadClient {
  let token = `token-${id}`;
  return {
    headers: {},
    body: () => JSON.stringify({ id, refresh_token: token }),
    accept: (reply) => {
      token = reply.refresh_token;
    },
  };
}

interface Measured extends LoadResult {
  cpuPerRequestUs: number;
}

async function measure(url: string, clients: readonly LoadClient[], pid: number): Promise<Measured> {
  const before = cpuSeconds(pid);
  const result = await drive(url, clients, roundMs);
  return { ...result, cpuPerRequestUs: ((cpuSeconds(pid) - before) / Math.max(1, result.requests)) * 1e6 };
}

const middle = (runs: readonly Measured[], figure: keyof Measured) => median(runs.map((run) => run[figure]));

interface Stage {
  service: Program;
  floor: Program;
  sandboxUrl: string;
  close(): Promise<void>;
}

/** Starts PostgreSQL, mail, the service as it is shipped and the floor, each a process of its own. */
async function startStage(): Promise<Stage> {
  const programs = findPostgres();
  if (!programs) throw new Error('The refresh bench needs PostgreSQL 15 or newer');
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  await buildAll({ only: ['frame', 'server'] });
  const [postgres, sandbox] = await Promise.all([
    startPostgres(programs),
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
  ]);
  const appsFile = join(folder, 'latchkey.config.json');
  const app = { id: appId, name: 'Bench', email_auth: true, allowed_origins: [origin] };
  await writeFile(appsFile, JSON.stringify({ apps: [app] }));
  const env = {
    LATCHKEY_PORT: '0',
    LATCHKEY_BIND: '127.0.0.1',
    LATCHKEY_DATABASE_URL: postgres.url,
    LATCHKEY_DATA_DIR: folder,
    LATCHKEY_CONFIG: appsFile,
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
  };
  const service = await startProgram([path('../../packages/server/dist/main.js')], env, /"port":(\d+)/);
  const floorArgs = [
    '--import',
    import.meta.resolve('tsx'),
    path('floor.ts'),
    postgres.url,
    String(connections),
  ];
  const floor = await startProgram(floorArgs, {}, /ready (\d+)/);
  return {
    service,
    floor,
    sandboxUrl: sandbox.url,
    async close() {
      await Promise.all([stop(service.child), stop(floor.child)]);
      await Promise.all([postgres.destroy(), sandbox.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Measures both in turn, so that a machine that grows slower slows both. */
async function measureInTurn(stage: Stage): Promise<{ ours: Measured[]; floor: Measured[] }> {
  const url = `http://127.0.0.1:${stage.service.port}`;
  const clients: LoadClient[] = [];
  for (let i = 0; i < connections; i += 1) {
    clients.push(await logIn(url, stage.sandboxUrl, `bench-${i}@latchkey.example`));
  }
  const bare = Array.from({ length: connections }, (_, id) => floorClient(id));
  const ourUrl = `${url}/api/v1/sessions`;
  const floorUrl = `http://127.0.0.1:${stage.floor.port}/`;
  await drive(floorUrl, bare, warmUpMs);
  await drive(ourUrl, clients, warmUpMs);
  const measured: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.floor.push(await measure(floorUrl, bare, stage.floor.child.pid ?? 0));
    measured.ours.push(await measure(ourUrl, clients, stage.service.child.pid ?? 0));
  }
  return measured;
}

/**
 * Refresh on one server process and PostgreSQL with 32 connections, against the bare floor of `floor.ts` in the same
 * run.
 */
export async function refreshBench(): Promise<BenchResult> {
  const stage = await startStage();
  const { ours, floor } = await measureInTurn(stage).finally(() => stage.close());
  const share = median(ours.map((run, round) => run.perSecond / (floor[round]?.perSecond ?? 1)));
  const failures = [...ours, ...floor].reduce((sum, run) => sum + run.failures, 0);
  return {
    bench: 'refresh',
    figures: [
      { name: 'refresh, share of the floor', value: share * 100, unit: '%', atLeast: 50 },
      { name: 'refresh', value: middle(ours, 'perSecond'), unit: '/s' },
      { name: 'floor', value: middle(floor, 'perSecond'), unit: '/s' },
      { name: 'refresh, p50', value: middle(ours, 'p50Ms'), unit: 'ms' },
      { name: 'refresh, p99', value: middle(ours, 'p99Ms'), unit: 'ms' },
      { name: 'floor, p50', value: middle(floor, 'p50Ms'), unit: 'ms' },
      { name: 'floor, p99', value: middle(floor, 'p99Ms'), unit: 'ms' },
      { name: 'refresh, CPU of the server process', value: middle(ours, 'cpuPerRequestUs'), unit: 'µs' },
      { name: 'floor, CPU of the server process', value: middle(floor, 'cpuPerRequestUs'), unit: 'µs' },
      { name: 'failed requests', value: failures, unit: '', atMost: 0 },
    ],
  };
}
