import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/index.ts';
import { type ServerProcess, startServerProcess, testKeks } from '../../packages/testkit/src/index.ts';

/** Several real processes of the service on one database, behind nothing: the caller chooses one. */
export interface Fleet {
  readonly sandbox: Sandbox;
  /** The ports of the processes that are told of; one that is stopping is among them until it has ended. */
  ports(): readonly number[];
  /** Starts another one, and resolves when it listens. */
  add(): Promise<void>;
  /** SIGTERM to the oldest; resolves with its status at the end. */
  stopOldest(): Promise<number | null>;
  /** Everything that all of them wrote. */
  output(): string;
  close(): Promise<void>;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** @param variables beside those that every process gets: `LATCHKEY_DATABASE_URL` and what a test is about */
export async function startFleet(variables: Record<string, string>): Promise<Fleet> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-fleet-'));
  const running: { process: ServerProcess; port: number }[] = [];
  const all: ServerProcess[] = [];
  const env = {
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_PARTS_KEK: base64(testKeks.parts),
    LATCHKEY_RECOVERY_KEK: base64(testKeks.recovery),
    // So that each person comes from a network of their own.
    LATCHKEY_TRUSTED_PROXIES: '1',
    ...variables,
  };
  return {
    sandbox,
    ports: () => running.map(({ port }) => port),
    async add() {
      const process = startServerProcess(env, cwd);
      all.push(process);
      running.push({ process, port: await process.listening });
    },
    async stopOldest() {
      const [oldest] = running;
      if (!oldest) throw new Error('No process is running');
      oldest.process.kill('SIGTERM');
      const status = await oldest.process.exited;
      running.splice(running.indexOf(oldest), 1);
      return status;
    },
    output: () => all.map((process) => process.output()).join('\n'),
    async close() {
      for (const process of all) process.kill('SIGKILL');
      await Promise.all(all.map((process) => process.exited));
      await sandbox.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
