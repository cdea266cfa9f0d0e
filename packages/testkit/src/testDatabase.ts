import { type Database, migrate, openEmbedded, openPostgres } from '@latchkey/server';
import pg from 'pg';
import { emptyDatabase } from './emptyDatabase.ts';
import { inNoOrder } from './inNoOrder.ts';
import { migratedSnapshot } from './migratedSnapshot.ts';
import { postgresUrl } from './postgres/postgresServer.ts';

export interface TestDatabase {
  database: Database;
  /** Gives it back; the next test finds it empty. */
  release(): Promise<void>;
}

export type DatabaseKind = 'embedded' | 'postgres';

/** The kind of database that this run of the tests asks for. */
export const databaseKind: DatabaseKind =
  process.env.LATCHKEY_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

/** Making a database costs much more than emptying one: those given back are used again by the same test file. */
const idle: Record<DatabaseKind, Database[]> = { embedded: [], postgres: [] };
let schemaCount = 0;

/** Opens an empty, migrated database, by default of the kind that `LATCHKEY_TEST_DATABASE` names. */
export async function openTestDatabase(kind: DatabaseKind = databaseKind): Promise<TestDatabase> {
  const database = idle[kind].pop() ?? (await create(kind));
  return {
    database,
    async release() {
      await emptyDatabase(database);
      idle[kind].push(database);
    },
  };
}

/** Opens a database without a table, of the same kind, for a test that fills it with what an older version left. */
export async function openBareDatabase(kind: DatabaseKind = databaseKind): Promise<TestDatabase> {
  const database =
    kind === 'postgres' ? openPostgres(await createSchema()) : await openEmbedded({ dataDir: null });
  return { database: inNoOrder(database), release: () => database.close() };
}

async function create(kind: DatabaseKind): Promise<Database> {
  const database =
    kind === 'postgres'
      ? openPostgres(await createSchema())
      : await openEmbedded({ dataDir: null, snapshot: await migratedSnapshot() });
  await migrate(database);
  return inNoOrder(database);
}

/** Makes a schema of its own in the test run's PostgreSQL. The server is thrown away with all of them. */
export async function createSchema(): Promise<string> {
  schemaCount += 1;
  const schema = `test_${process.pid}_${schemaCount}`;
  const url = new URL(postgresUrl());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create schema ${schema}`).finally(() => client.end());
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}
