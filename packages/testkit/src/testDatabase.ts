import { type Database, migrate, openEmbedded, openPostgres, spread } from '@latchkey/server';
import pg from 'pg';
import { emptyDatabase } from './emptyDatabase.ts';
import { inNoOrder } from './inNoOrder.ts';
import { migratedSnapshot } from './migratedSnapshot.ts';
import { citusUrl, postgresUrl } from './postgres/postgresServer.ts';

export interface TestDatabase {
  database: Database;
  /** Empties it and returns it to the pool; closes one without tables. */
  release(): Promise<void>;
}

export type DatabaseKind = 'embedded' | 'postgres';

export const databaseKind: DatabaseKind =
  process.env.LATCHKEY_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';

/** Released databases, which later tests of this worker use: creating one costs much more than emptying one. */
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

/** Opens a database without tables, for a test that fills it with the data of an older version. */
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
  if (kind === 'postgres' && citusUrl() !== null) await spread(database);
  return inNoOrder(database);
}

/** Creates a schema in the test run's PostgreSQL. Returns its address. Schemas are deleted when the run ends. */
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
