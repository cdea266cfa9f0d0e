import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fromDatabaseError } from './databaseError.ts';
import type { Database, Db, RunSql } from './index.ts';

/** A query that hangs must not hold a request longer than a client waits (20 s, docs/spec/login.md §7). */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 12_000,
};

/**
 * Every read of a request is by an index. A plan is kept as long as its connection, though: one that was made while a
 * table was young and small would read the whole table for ever longer, until PostgreSQL next looks at its size.
 * Without just-in-time compilation, which the high cost that stands for "off" would set to work.
 */
const planning = 'set enable_seqscan = off; set jit = off';

/** Two processes that start at once must not migrate at once. The number is ours: the bytes of 'latchkey'. */
const migrationLock = 0x6c617463686b6579n;

// `bigint` columns hold milliseconds and counts, far below 2^53; as text they would differ from the embedded database.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens PostgreSQL (15 or newer). Connections are made when needed; the first query shows whether the server answers.
 *
 * @param url `postgres://user:password@host:port/database`, `pg`'s parameters allowed
 * @param options `onLost` hears of an idle connection that broke; `connections` is the pool's size, 10 by default
 */
export function openPostgres(
  url: string,
  options: { onLost?: (error: Error) => void; connections?: number } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    keepAlive: true,
    // Before the pool lends the connection to anybody.
    onConnect: async (client) => {
      await client.query(planning);
    },
    ...timeouts,
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => options.onLost?.(error));
  // The same for one that breaks in the middle of a transaction: there the pool does not listen, and whoever waits for
  // the query, or sends the next one, is told by its rejection.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const connect = () => pool.connect().catch(rethrow);

  return {
    kind: 'postgres',
    db: drizzle(pool) as unknown as Db,
    async transaction(work) {
      const client = await connect();
      let broken = false;
      try {
        await client.query('begin');
        const result = await work(drizzle(client) as unknown as Db);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        throw fromDatabaseError(error);
      } finally {
        client.release(broken);
      }
    },
    statement<Row>(name: string, text: string) {
      return async (values: readonly unknown[]) => {
        try {
          const result = await pool.query({ name, text, values: values as unknown[] });
          return result.rows as Row[];
        } catch (error) {
          throw fromDatabaseError(error);
        }
      };
    },
    async exclusively(work) {
      const client = await connect();
      try {
        // A migration may take longer than a request, and another process may be at it.
        await client.query('set statement_timeout = 0; set lock_timeout = 0');
        await client.query('select pg_advisory_lock($1)', [migrationLock]);
        const run: RunSql = async (text, values) => {
          const result = await client.query({
            text,
            query_timeout: 0,
            ...(values ? { values: [...values] } : {}),
          } as pg.QueryConfig);
          return result.rows ?? [];
        };
        return await work(run);
      } catch (error) {
        throw fromDatabaseError(error);
      } finally {
        // Closing the connection releases the lock and forgets the time-outs.
        client.release(true);
      }
    },
    async ping() {
      await pool.query('select 1').catch(rethrow);
    },
    async close() {
      await pool.end();
    },
  };
}

function rethrow(error: unknown): never {
  throw fromDatabaseError(error);
}
