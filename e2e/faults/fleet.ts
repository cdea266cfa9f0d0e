import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../packages/sandbox/src/index.ts';
import { type ServerProcess, startServerProcess, testKeks } from '../../packages/testkit/src/index.ts';

/** Several real processes of the service on one database, without a balancer: the caller chooses one. */
export interface Fleet {
  readonly sandbox: Sandbox;
  /** Returns the ports of the known processes. A process that is stopping counts until it has ended. */
  ports(): readonly number[];
  /**
   * Starts another process. Resolves when it listens.
   *
   * @param program path of another version's program
   */
  add(program?: string): Promise<void>;
  stopOldest(): Promise<number | null>;
  output(): string;
  close(): Promise<void>;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/**
 * Prepares a fleet, at first without a process.
 *
 * @param variables further environment of every process: `LATCHKEY_DATABASE_URL` and the settings that a test is
 *   about
 */
export async function startFleet(variables: Record<string, string>): Promise<Fleet> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const cwd = mkdtempSync(join(tmpdir(), 'latchkey-fleet-'));
  const running: { process: ServerProcess; port: number }[] = [];
  const all: ServerProcess[] = [];
  const env = {
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_PARTS_KEK: base64(testKeks.parts),
    LATCHKEY_RECOVERY_KEK: base64(testKeks.recovery),
    // Lets each user come from another network.
    LATCHKEY_TRUSTED_PROXIES: '1',
    ...variables,
  };
  return {
    sandbox,
    ports: () => running.map(({ port }) => port),
    async add(program) {
      const process = startServerProcess(env, cwd, [], program);
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
