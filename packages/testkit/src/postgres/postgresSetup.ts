import { findPostgres } from './findPrograms.ts';
import { providePostgres, startPostgres } from './postgresServer.ts';

/**
 * Vitest's global set-up of the project `service-postgres`: one private PostgreSQL for the whole run.
 *
 * @returns the function that ends it
 */
export async function setup(): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs)
    throw new Error('No PostgreSQL 15 or newer was found. Install it (Debian: apt-get install postgresql).');
  const server = await startPostgres(programs);
  providePostgres(server.url);
  return server.destroy;
}
