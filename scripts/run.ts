import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build/contentHash.ts';

/** The path of an installed command. Called directly: `npx` costs half a second each time. */
export function bin(name: string): string {
  return join(root, 'node_modules/.bin', name);
}

/**
 * The compiler of TypeScript 7, which takes a third of the time. Programs that read code take TypeScript 6: 7 has no
 * interface for them.
 */
export const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

/**
 * Options of every call of it. By default it checks with four threads, each of which works out the types of what its files
 * import for itself: together twice the processor time of one, which pays where there are cores that have nothing to do.
 */
export const tscOptions = ['--pretty', 'false', '--singleThreaded'] as const;

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Working folder. @default the root */
  cwd?: string;
}

export interface Finished {
  code: number;
  /** stdout and stderr, in the order in which they came. */
  output: string;
}

/** Runs a command to its end and collects its output; resolves whatever its exit code is. */
export function capture(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a command to its end.
 *
 * @throws Error with its output when it fails.
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<void> {
  const { code, output } = await capture(command, args, options);
  if (code !== 0) throw new Error(`\`${[command, ...args].join(' ')}\` ended with ${code}:\n${output}`);
}

/** Runs a command with its output on this terminal and resolves to its exit code. */
export function runShown(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
