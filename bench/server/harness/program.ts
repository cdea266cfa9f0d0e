import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server of the bench, a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Address without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a Node.js program and waits for the line that names its port.
 *
 * @param options.line matches that line; its first group is the port
 * @throws Error with the program's output when it ends before
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
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    const port = options.line.exec(output)?.[1];
    if (!port) continue;
    child.stdout?.resume();
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
  throw new Error(`${options.args.at(-1)} ended before it was ready:\n${output}`);
}
