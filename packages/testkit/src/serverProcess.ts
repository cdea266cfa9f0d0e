import { fileURLToPath } from 'node:url';
import { startProcess } from './processes/startProcess.ts';

export interface ServerProcess {
  /** Resolves to the port that it listens on. Rejects if it exits first. */
  readonly listening: Promise<number>;
  /** Resolves to its exit status, or to null if a signal ended it, once all its output is read. */
  readonly exited: Promise<number | null>;
  /** Returns everything that it has written so far, to both streams. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

/** Flags of Node.js. `--liftoff-only` compiles PostgreSQL's WebAssembly quickly. */
const flags = ['--enable-source-maps', '--liftoff-only'];

const builtProgram = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/**
 * Starts the service like an operator, from its one file. It ends with the test at the latest, or with the file whose
 * hook started it. Unless the environment says otherwise, it uses a free port on 127.0.0.1.
 *
 * @param env `LATCHKEY_…` variables; from the test's own environment only PATH is passed on
 * @param cwd working folder, which may contain `latchkey.config.json`
 * @param args arguments of the program; `recovery` starts the recovery store, `hosted` the hosted pages
 * @param program path of another version's program
 */
export function startServerProcess(
  env: Record<string, string>,
  cwd: string,
  args: readonly string[] = [],
  program = builtProgram,
): ServerProcess {
  const child = startProcess(process.execPath, [...flags, program, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      LATCHKEY_PORT: '0',
      LATCHKEY_RECOVERY_PORT: '0',
      LATCHKEY_HOSTED_PORT: '0',
      LATCHKEY_URL: 'http://localhost:4000',
      LATCHKEY_BIND: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  // Not at `exit`, when the last of its output may still be on the way.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const port = /"port":(\d+),.*"msg":"listening"/.exec(text)?.[1];
      if (port) resolve(Number(port));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
    void exited.then((status) => reject(new Error(`The service ended with ${status}:\n${text}`)));
  });
  // A test of a failing start awaits only `exited`.
  listening.catch(() => {});
  return { listening, exited, output: () => text, kill: (signal) => void child.kill(signal) };
}
