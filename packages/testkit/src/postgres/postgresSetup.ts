import pg from 'pg';
import { findPostgres } from './findPrograms.ts';
import { citusUrl, providePostgres, startPostgres } from './postgresServer.ts';

/** The data serves one run, so it need not survive a failure of the machine. */
const thrownAway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Vitest's global set-up of the project `service-postgres`: one private PostgreSQL for the whole run, or the Citus
 * cluster of the environment ({@link citusUrl}).
 *
 * @returns the function that ends the PostgreSQL, or drops the test schemas on the cluster
 */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = citusUrl();
  if (cluster !== null) {
    providePostgres(cluster);
    await dropTestSchemas(cluster);
    return () => dropTestSchemas(cluster);
  }
  const programs = findPostgres();
  if (!programs)
    throw new Error('No PostgreSQL 15 or newer was found. Install it (Debian: apt-get install postgresql).');
  const server = await startPostgres(programs, { settings: thrownAway });
  providePostgres(server.url);
  return server.destroy;
}

/** Drops the schemas of test runs on the cluster. One at a time, because each has many shards. */
async function dropTestSchemas(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select nspname as name from pg_namespace where nspname like 'test\\_%'",
  );
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  await client.end();
}
