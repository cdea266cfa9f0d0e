import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Context, commandError } from '../command/index.ts';

export const envFileOption = {
  envFile: {
    about: 'Reads variables from a file as well. Those of the environment come first.',
    value: 'path',
  },
} as const;

/**
 * Returns the settings of a service: those of the environment and, if a file is named, the others of the file.
 *
 * @throws CommandError if the file cannot be read
 */
export function readEnvironment({ cwd, env }: Context, path: string | undefined): Context['env'] {
  if (path === undefined) return env;
  try {
    const file = parseEnv(readFileSync(resolve(cwd, path), 'utf8'));
    return { ...file, ...Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined)) };
  } catch (cause) {
    throw commandError(`${path} cannot be read. Check --env-file.`, 'usage', cause);
  }
}
