import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Guide, open, type Running, type } from '../newcomer/shell.ts';

interface FollowInput {
  /** Folder in which the guide begins. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Beginnings of the commands that keep running, each with what it prints when it is ready. */
  readonly programs: Readonly<Record<string, RegExp>>;
}

interface Followed {
  /** Folder of the last terminal. */
  readonly folder: string;
  /** Returns what the first command that begins like this has printed. */
  outputOf(start: string): string;
  /** Ends the program that was started last. */
  stopLast(): Promise<void>;
  /** Ends all programs. */
  stop(): Promise<void>;
}

/**
 * Follows a guide from its first block to its last: runs its commands, and writes its files into the folder that is
 * current then. A program that keeps running occupies its terminal; what comes next happens in a new one, in the same
 * folder.
 */
export async function followGuide(
  guide: Guide,
  { folder: first, env, programs }: FollowInput,
): Promise<Followed> {
  let folder = first;
  const running: Running[] = [];
  const outputs = new Map<string, () => string>();
  const stopLast = async () => running.pop()?.stop();
  for (const step of guide.steps()) {
    if ('path' in step) {
      const file = join(folder, step.path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, step.content);
      continue;
    }
    const { script } = step;
    const [, ready] = Object.entries(programs).find(([start]) => script.startsWith(start)) ?? [];
    if (ready) {
      const program = open(script, folder, env);
      running.push(program);
      outputs.set(script, program.output);
      await program.says(ready);
      continue;
    }
    const output = await type(`set -e\n${script}`, folder, env);
    outputs.set(script, () => output);
    for (const [, into = ''] of script.matchAll(/^cd (.+)$/gm)) folder = join(folder, into);
  }
  return {
    folder,
    outputOf(start) {
      const [, output] = [...outputs].find(([script]) => script.startsWith(start)) ?? [];
      if (!output) throw new Error(`The guide has no command that begins with ${start}.`);
      return output();
    },
    stopLast,
    async stop() {
      while (running.length > 0) await stopLast();
    },
  };
}
