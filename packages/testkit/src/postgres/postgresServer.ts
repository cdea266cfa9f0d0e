import { type ChildProcess, execFile } from 'node:child_process';
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../ports/freePort.ts';
import { currentScope, type Scope } from '../processes/scopes.ts';
import { startProcess } from '../processes/startProcess.ts';
import { temporaryFolder } from '../processes/temporaryFolder.ts';

const run = promisify(execFile);

/** A private PostgreSQL, as an unprivileged user, with its data in a temporary folder. */
export interface PostgresServer {
  url: string;
  /** Stops it (SIGINT: fast) and keeps its data, so that it can be started again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills it (SIGKILL): nothing is finished, nothing is flushed; the next start recovers from its log. */
  kill(): Promise<void>;
  /** Makes a stand-by a primary, as an operator or a cluster manager does when the old one is gone. */
  promote(): Promise<void>;
  /** Stops it and deletes its data. */
  destroy(): Promise<void>;
}

export interface PostgresOptions {
  /** Beside the tests' own, such as `wal_level=replica`. */
  readonly settings?: readonly string[];
  /** Another server, of which this one is then a stand-by that follows it. */
  readonly standbyOf?: PostgresServer;
  /** The scope that it ends with. @default the test that makes it, or the file whose hook does */
  readonly within?: Scope;
}

const variable = 'LATCHKEY_TEST_POSTGRES_URL';

/** Tells the workers of a test run where its PostgreSQL is. */
export function providePostgres(url: string): void {
  process.env[variable] = url;
}

/** The address of the test run's PostgreSQL. */
export function postgresUrl(): string {
  const url = process.env[variable];
  if (!url)
    throw new Error(`${variable} is not set: run these tests by npx vitest run --project service-postgres`);
  return url;
}

/** Creates and starts a PostgreSQL of its own. Settings are PostgreSQL's defaults, fsync included. */
export async function startPostgres(programs: string, given: PostgresOptions = {}): Promise<PostgresServer> {
  // Also when a test starts it again that a hook made.
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
    // While the orphans of one that was killed still end, it refuses to start.
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

/** PostgreSQL refuses to run as root: there the account `postgres` or `nobody` is used. */
export async function unprivileged(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // no such account: the next one
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
