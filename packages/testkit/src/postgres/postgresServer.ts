import { type ChildProcess, execFile } from 'node:child_process';
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../ports/freePort.ts';
import { currentScope, type Scope } from '../processes/scopes.ts';
import { startProcess } from '../processes/startProcess.ts';
import { temporaryFolder } from '../processes/temporaryFolder.ts';

const run = promisify(execFile);

/** A private PostgreSQL, run by an unprivileged user, with its data in a temporary folder. */
export interface PostgresServer {
  url: string;
  /** Stops it (SIGINT: fast) and keeps its data, so it can be started again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills it (SIGKILL). Nothing is finished or flushed, and the next start recovers from its log. */
  kill(): Promise<void>;
  /** Promotes a stand-by to primary, like an operator or a cluster manager after the old one failed. */
  promote(): Promise<void>;
  /** Stops it and deletes its data. */
  destroy(): Promise<void>;
}

export interface PostgresOptions {
  /** Settings in addition to the tests' own, such as `wal_level=replica`. */
  readonly settings?: readonly string[];
  /** Another server, which this one follows as a stand-by. */
  readonly standbyOf?: PostgresServer;
  /** The scope that it ends with. @default the test that creates it, or the file whose hook does */
  readonly within?: Scope;
}

const variable = 'LATCHKEY_TEST_POSTGRES_URL';

/** Passes the address of the test run's PostgreSQL to its workers. */
export function providePostgres(url: string): void {
  process.env[variable] = url;
}

/** Returns the address of the test run's PostgreSQL. */
export function postgresUrl(): string {
  const url = process.env[variable];
  if (!url)
    throw new Error(`${variable} is not set: run these tests by npx vitest run --project service-postgres`);
  return url;
}

/**
 * Returns the address of the coordinator of a Citus cluster on which the service's tests shall run, or null. Each test
 * database is then a schema there, with its tables spread. The cluster needs two nodes for data or more: with one,
 * no statement needs a second.
 */
export const citusUrl = (): string | null => process.env.LATCHKEY_TEST_CITUS_URL ?? null;

/** Creates and starts a private PostgreSQL. Unless given, settings of durability are PostgreSQL's defaults. */
export async function startPostgres(programs: string, given: PostgresOptions = {}): Promise<PostgresServer> {
  // The scope stays the same if a test restarts a server that a hook created.
  const within = given.within ?? currentScope();
  const account = await unprivileged();
  const folder = temporaryFolder('postgres');
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  if (given.standbyOf) {
    const copied = ['-D', data, '-d', given.standbyOf.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    await run(join(programs, 'pg_basebackup'), copied, options);
  } else {
    const initial = ['-D', data, '-U', 'latchkey', '--auth=trust', '--encoding=UTF8', '--no-sync'];
    await run(join(programs, 'initdb'), initial, options);
  }
  const port = await freePort();
  const url = `postgres://latchkey@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;

  async function start() {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'max_connections=300',
      ...(given.settings ?? []),
    ];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    // PostgreSQL refuses to start while child processes of a killed server are still ending.
    const isUp = () => child !== null && child.exitCode === null;
    await waitUntilReady(programs, port, () => {
      if (!isUp())
        child = startProcess(join(programs, 'postgres'), args, { ...options, stdio: 'ignore', within });
    });
  }
  async function end(signal: 'SIGINT' | 'SIGKILL') {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await exited;
  }
  const stop = () => end('SIGINT');
  await start();
  return {
    url,
    start,
    stop,
    kill: () => end('SIGKILL'),
    promote: async () => void (await run(join(programs, 'pg_ctl'), ['promote', '-D', data], options)),
    async destroy() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the account `postgres` or `nobody` if the tests run as root, because PostgreSQL refuses to run as root. */
export async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // no such account, so the next one is tried
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody');
}

async function waitUntilReady(programs: string, port: number, ensureStarted: () => void): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt) {
    ensureStarted();
    try {
      await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('The PostgreSQL of the tests did not start within 60 s');
}
