import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build/contentHash.ts';

export function bin(name: string): string {
  return join(root, 'node_modules/.bin', name);
}

/** TypeScript 7's compiler, which is faster. Programs that read code use TypeScript 6, as 7 has no API for them. */
export const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

/**
 * Options of every call of the compiler. Its default of four threads takes more processor time in all, because each
 * thread computes the types of its files' imports itself.
 */
export const tscOptions = ['--pretty', 'false', '--singleThreaded'] as const;

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Working directory. @default the root */
  cwd?: string;
}

export interface Finished {
  code: number;
  /** stdout and stderr, in the order in which they arrived. */
  output: string;
}

/** Runs a command to its end and collects its output. Resolves with any exit code. */
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
 * @throws Error with its output if it fails.
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<void> {
  const { code, output } = await capture(command, args, options);
  if (code !== 0) throw new Error(`\`${[command, ...args].join(' ')}\` ended with ${code}:\n${output}`);
}

/** Runs a command with its output on this terminal. Resolves to its exit code. */
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
