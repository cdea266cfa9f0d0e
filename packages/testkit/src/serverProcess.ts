import { fileURLToPath } from 'node:url';
import { startProcess } from './processes/startProcess.ts';

/** The service as a process of its own: the real program with an environment. */
export interface ServerProcess {
  /** The port that it listens on; rejects when it ends before. */
  readonly listening: Promise<number>;
  /** Status at the end; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Everything that it wrote so far, both streams. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

/** As for the tests on the embedded database: PostgreSQL in WebAssembly is compiled once, quickly. */
const flags = ['--enable-source-maps', '--liftoff-only'];

/** The build target `server`, which Vitest's set-up of the service tests brings up to date. */
const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/**
 * Starts the service as operators do, from its one file; it ends with the test at the latest. Unless the environment says otherwise it takes a free port on 127.0.0.1.
 *
 * @param env `LATCHKEY_…` variables; of the test's own environment only PATH is passed on
 * @param cwd working folder, where `latchkey.config.json` would be looked for
 * @param args what stands behind the program; `recovery` starts the recovery store, `hosted` the hosted pages
 */
export function startServerProcess(
  env: Record<string, string>,
  cwd: string,
  args: readonly string[] = [],
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
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const port = /"port":(\d+),.*"msg":"listening"/.exec(text)?.[1];
      if (port) resolve(Number(port));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read);
    void exited.then((status) => reject(new Error(`The service ended with ${status}:\n${text}`)));
  });
  // A test of a start that fails looks at `exited` alone.
  listening.catch(() => {});
  return { listening, exited, output: () => text, kill: (signal) => void child.kill(signal) };
}
