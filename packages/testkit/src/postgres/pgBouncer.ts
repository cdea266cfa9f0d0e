import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../ports/freePort.ts';
import { startProcess } from '../processes/startProcess.ts';
import { temporaryFolder } from '../processes/temporaryFolder.ts';
import { type PostgresServer, unprivileged } from './postgresServer.ts';

/** A PgBouncer for one test, in front of the test's PostgreSQL. */
export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns true if a PgBouncer supports named prepared statements in transaction mode (from version 1.21 on). */
export function keepsPrepared(program: string): boolean {
  const [, major = '0', minor = '0'] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * Starts a PgBouncer in front of a PostgreSQL.
 *
 * @param settings lines of its `[pgbouncer]` section, such as `pool_mode = transaction`
 */
export async function startPgBouncer(
  program: string,
  { postgres, settings }: { postgres: PostgresServer; settings: readonly string[] },
): Promise<PgBouncer> {
  const account = await unprivileged();
  const folder = temporaryFolder('pgbouncer');
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, '"latchkey" ""\n');
  const target = new URL(postgres.url);
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  if (account) for (const path of [folder, file, users]) chownSync(path, account.uid, account.gid);
  const child = startProcess(program, ['-q', file], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilOpen(port, () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${said}`);
  });
  target.port = String(port);
  return {
    url: target.href,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilOpen(port: number, check: () => void): Promise<void> {
  for (;;) {
    check();
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
