import { type Database, migrate, openEmbedded, openPostgres } from '@latchkey/server';
import pg from 'pg';
import { postgresUrl } from './postgresServer.ts';

export interface TestDatabase {
  database: Database;
  /** Closes it and throws its data away. */
  drop(): Promise<void>;
}

/** Starting PGlite takes seconds; one that a closed service left behind is emptied and used again. */
const idleEmbedded: Database[] = [];
let schemaCount = 0;

/**
 * Opens an empty, migrated database of the kind that `LATCHKEY_TEST_DATABASE` names (`embedded` by default).
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  return process.env.LATCHKEY_TEST_DATABASE === 'postgres' ? openSchema() : openEmpty();
}

async function openEmpty(): Promise<TestDatabase> {
  const database = idleEmbedded.pop() ?? (await openEmbedded({ dataDir: null }));
  await migrate(database);
  return {
    database,
    async drop() {
      await database.exclusively((run) => run('drop schema public cascade; create schema public'));
      idleEmbedded.push(database);
    },
  };
}

/** A schema of its own in the test run's PostgreSQL. */
async function openSchema(): Promise<TestDatabase> {
  schemaCount += 1;
  const schema = `test_${process.pid}_${schemaCount}`;
  const url = postgresUrl();
  await runOnce(url, `create schema ${schema}`);
  const database = openPostgres(withSchema(url, schema));
  await migrate(database);
  return {
    database,
    async drop() {
      await database.close();
      await runOnce(url, `drop schema ${schema} cascade`);
    },
  };
}

/** The address of a schema of a PostgreSQL database. */
export function withSchema(url: string, schema: string): string {
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}`);
  return own.href;
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
