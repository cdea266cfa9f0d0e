import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of the bench in a separate process. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Address without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a Node.js program and waits for the line that names its port.
 *
 * @param options.line matches that line; its first group is the port
 * @throws Error with the program's output if it ends before
 */
export async function startProgram(options: {
  args: readonly string[];
  env?: Record<string, string>;
  line: RegExp;
}): Promise<Program> {
  const child = spawn(process.execPath, options.args, {
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = options.line.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => {
      reject(new Error(`${options.args.at(-1)} ended before it was ready:\n${output}`));
    });
  });
  // The program writes its log for as long as it runs, as in production, so its output stays open and is read.
  child.stdout?.removeAllListeners('data').resume();
  return {
    child,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
