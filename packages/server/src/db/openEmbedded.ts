import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Db } from './index.ts';
import { lockFolder } from './lockFolder.ts';
import { type WatchStatement, watchQueries } from './watchQueries.ts';

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, in this process, with one connection.
 *
 * @param options `dataDir` is the folder of the database (created if missing), or null to keep the data in memory;
 *   `snapshot` is a database dump to start from; `watch` measures each statement, except those of `ping` and
 *   `exclusively`
 * @throws StartError if the folder is already locked
 */
export async function openEmbedded(options: {
  dataDir: string | null;
  snapshot?: Blob;
  watch?: WatchStatement | undefined;
}): Promise<Database> {
  const { dataDir } = options;
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // PGlite itself lets a second process open the folder, which corrupts it.
  const unlock = dataDir ? await lockFolder(dataDir) : () => {};
  const client = await PGlite.create({
    ...(dataDir ? { dataDir: join(dataDir, 'database') } : {}),
    ...(options.snapshot ? { loadDataDir: options.snapshot } : {}),
  }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const queries = watchQueries(client, options.watch);
  const db = drizzle(queries);

  return {
    kind: 'embedded',
    db: db as unknown as Db,
    acrossApps: drizzle(queries) as unknown as Db,
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Db)),
    statement<Row>(_name: string, text: string) {
      return async (values: readonly unknown[]) => (await queries.query<Row>(text, [...values])).rows;
    },
    // The lock on the folder already excludes other processes.
    exclusively: (work) =>
      client.transaction((tx) =>
        work(async (text, values) => {
          if (values) return (await tx.query<Record<string, unknown>>(text, [...values])).rows;
          const results = await tx.exec(text);
          return results.at(-1)?.rows ?? [];
        }),
      ),
    async ping() {
      await client.query('select 1');
    },
    usage: () => ({ busy: 0, idle: 1, max: 1, waiting: 0 }),
    async close() {
      await client.close();
      unlock();
    },
  };
}
