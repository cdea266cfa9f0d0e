import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Database } from '@latchkey/server';
import { type Context, commandError, isCommandError } from '../command/index.ts';
import { readEnvironment } from './envFile.ts';

/** The package `@latchkey/server`, which commands load only when they need it: it is large. */
type Server = typeof import('@latchkey/server');

interface Choice {
  readonly envFile: string | undefined;
  /** @default the service's */
  readonly store?: 'service' | 'recovery';
}

/**
 * Runs work on the database of the environment or of the file `envFile`, without migrating it.
 *
 * @throws CommandError if there is no database, it cannot be used, or a setting is wrong; and whatever `work` throws
 */
export async function onDatabase<T>(
  context: Context,
  { envFile, store = 'service' }: Choice,
  work: (database: Database, server: Server) => Promise<T>,
): Promise<T> {
  const server = await import('@latchkey/server');
  try {
    const settings = server.readDatabaseSettings(readEnvironment(context, envFile), store);
    const { databaseUrl, variable } = settings;
    const dataDir = resolve(context.cwd, settings.dataDir);
    if (databaseUrl === null && !existsSync(join(dataDir, 'database'))) {
      throw commandError(
        `There is no database in ${dataDir} yet, and ${variable} is not set. \`latchkey start\` makes one.`,
        'usage',
      );
    }
    return await server.withDatabase({ ...settings, dataDir }, (database) => work(database, server), {
      variable,
    });
  } catch (error) {
    if (isCommandError(error) || !server.isStartError(error)) throw error;
    const { message } = error;
    if (/does not answer/.test(message)) throw commandError(message, 'unreachable', error);
    throw commandError(message, /^The configuration/.test(message) ? 'usage' : 'failed', error);
  }
}
