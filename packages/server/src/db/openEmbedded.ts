import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Db } from './index.ts';
import { lockFolder } from './lockFolder.ts';

/**
 * Opens the embedded database: PostgreSQL compiled to WebAssembly, in this process, with one connection.
 *
 * @param options `dataDir` is the folder that holds it (made when missing), or null to keep it in memory; `snapshot` is
 *   a dump of a database to begin from
 * @throws StartError when another living process has the folder
 */
export async function openEmbedded(options: { dataDir: string | null; snapshot?: Blob }): Promise<Database> {
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
  const db = drizzle(client);

  return {
    kind: 'embedded',
    db: db as unknown as Db,
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Db)),
    statement<Row>(_name: string, text: string) {
      return async (values: readonly unknown[]) => (await client.query<Row>(text, [...values])).rows;
    },
    // The lock file keeps other processes away.
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
    // It has one, and a queue that it does not show.
    usage: () => ({ busy: 0, idle: 1, max: 1, waiting: 0 }),
    async close() {
      await client.close();
      unlock();
    },
  };
}
