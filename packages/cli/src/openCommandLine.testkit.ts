import { temporaryFolder } from '@latchkey/testkit';
import { type Context, runCommandLine } from './command/index.ts';
import { commands, groups } from './commands/index.ts';

export interface Ran {
  readonly code: number | null;
  /** Text on the standard output and on the error output. */
  readonly told: string;
  readonly noted: string;
  json(): unknown;
}

/**
 * Returns a function that runs `latchkey` in this process, as a person would in a new folder without a terminal.
 *
 * @param given parts of the outside world in place of an empty environment and the network
 */
export function openCommandLine(given: Partial<Context> = {}): {
  run(...args: string[]): Promise<Ran>;
  readonly cwd: string;
  readonly configFolder: string;
} {
  const cwd = temporaryFolder('cli');
  const configFolder = `${cwd}/config`;
  const context = {
    env: {},
    cwd,
    configFolder,
    platform: 'linux',
    version: '0.0.0',
    fetch,
    now: Date.now,
    prompt: null,
  } as const;
  return {
    cwd,
    configFolder,
    async run(...args) {
      let [told, noted] = ['', ''];
      const code = await runCommandLine(
        args,
        {
          ...context,
          ...given,
          tell: (text) => {
            told += `${text}\n`;
          },
          note: (text) => {
            noted += `${text}\n`;
          },
        },
        { commands, groups, version: context.version },
      );
      return { code, told, noted, json: () => JSON.parse(told) as unknown };
    },
  };
}
