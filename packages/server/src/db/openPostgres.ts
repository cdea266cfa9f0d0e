import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { createBatches } from './createBatches.ts';
import { fromDatabaseError, isOfServer, isUnanswered } from './databaseError.ts';
import type { Database, Db, RunSql, RunStatement, StatementOptions } from './index.ts';
import { takeTurns } from './takeTurns.ts';
import { type WatchStatement, watchQueries } from './watchQueries.ts';

/** Time limits for the database, in ms. */
export interface PostgresTimes {
  /** Until a connection is made or becomes free. */
  readonly connectMs: number;
  /** Limits that the server enforces: for a statement or a pause in a transaction, and for waiting on a lock. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Until a query is answered. This process enforces it, as the server's limits do not help if the network hangs. */
  readonly queryMs: number;
  /** From the call of a transaction to its end, whatever happens in between. */
  readonly transactionMs: number;
}

/** Default limits. None is longer than a client waits for a reply (20 s). */
const usualTimes: PostgresTimes = {
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 5_000,
  queryMs: 12_000,
  transactionMs: 20_000,
};

/** Number of the advisory lock that `exclusively` holds, the migration lock: the bytes of 'latchkey'. */
const migrationLock = 0x6c617463686b6579n;

// The numbers in `bigint` columns are far below 2^53. The embedded database returns them as numbers too.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens PostgreSQL (15 or newer). Connections are made when needed; the first query shows whether the server answers.
 *
 * @param url `postgres://user:password@host:port/database`, with `pg`'s parameters
 * @param options `onLost` is called when an idle connection broke; `connections` is the size of the pool, 10 by
 *   default; `times` are the time limits; `prepared: false` sends prepared statements without a name, for a pooler that
 *   would lose them; `watch` measures each statement, except those of `ping` and `exclusively`
 */
export function openPostgres(
  url: string,
  options: {
    onLost?: (error: Error) => void;
    connections?: number;
    prepared?: boolean;
    times?: PostgresTimes;
    watch?: WatchStatement | undefined;
  } = {},
): Database {
  const { connections = 10, prepared = true, times = usualTimes, watch } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: times.connectMs,
    statement_timeout: times.statementMs,
    lock_timeout: times.lockMs,
    idle_in_transaction_session_timeout: times.statementMs,
    query_timeout: times.queryMs,
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => options.onLost?.(error));
  // The pool does not listen to lent connections, so one that breaks would end the process. The caller's current or
  // next query rejects.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const connect = () => pool.connect().catch(rethrow);
  const queries = watchQueries(pool, watch);
  const batches = createBatches(pool, connections);

  return {
    kind: 'postgres',
    db: drizzle(queries) as unknown as Db,
    acrossApps: drizzle(queries) as unknown as Db,
    async transaction(work) {
      const endsAtMs = performance.now() + times.transactionMs;
      const lease = leaseOf(await connect(), endsAtMs);
      const client = watchQueries(lease.client, watch);
      try {
        await client.query('begin');
        const result = await work(drizzle(client) as unknown as Db);
        await client.query('commit');
        lease.giveBack();
        return result;
      } catch (error) {
        // No rollback is sent to a server that did not answer or cannot work. It rolls back when the connection ends.
        if (isUnanswered(error) || isOfServer(error)) lease.breakOff();
        else await client.query('rollback').then(lease.giveBack, lease.breakOff);
        throw fromDatabaseError(error);
      }
    },
    statement<Row>(name: string, text: string, { batchBy }: StatementOptions = {}) {
      const query = { name: prepared ? name : undefined, text };
      if (batchBy) {
        const run = batches.batch(query, batchBy);
        return (watch ? (values) => watch(query, () => run(values)) : run) as RunStatement<Row>;
      }
      return async (values: readonly unknown[]) => {
        try {
          return (await queries.query({ ...query, values: values as unknown[] })).rows as Row[];
        } catch (error) {
          throw fromDatabaseError(error);
        }
      };
    },
    async exclusively(work, options) {
      return takeTurns(() => runAlone(connect, work), options);
    },
    async ping() {
      await pool.query('select 1').catch(rethrow);
    },
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max: connections,
      waiting: pool.waitingCount + batches.waiting(),
    }),
    async close() {
      await pool.end();
    },
  };
}

/** Lends a connection until `endsAtMs`. Then the connection is closed, and pending queries fail. */
function leaseOf(client: pg.PoolClient, endsAtMs: number) {
  let isOver = false;
  const breakOff = () => end(true);
  const timer = setTimeout(breakOff, endsAtMs - performance.now());
  function end(isBroken: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    client.release(isBroken);
  }
  return { client, breakOff, giveBack: () => end(false) };
}

/**
 * Runs work in one transaction that holds the migration lock. Returns null and does nothing if another transaction
 * holds it.
 *
 * Lock and time-outs belong to the transaction, because a pooler such as PgBouncer lends the connection to other
 * clients afterwards, with its settings.
 */
async function runAlone<T>(
  connect: () => Promise<pg.PoolClient>,
  work: (run: RunSql) => Promise<T>,
): Promise<{ result: T } | null> {
  const client = await connect();
  let isWell = false;
  try {
    // A migration may take longer than a request.
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
    const lock = await client.query('select pg_try_advisory_xact_lock($1) as mine', [migrationLock]);
    const isMine = lock.rows[0]?.mine === true;
    const run: RunSql = async (text, values) => {
      const query = { text, query_timeout: 0, ...(values ? { values: [...values] } : {}) };
      return (await client.query(query as pg.QueryConfig)).rows ?? [];
    };
    const done = isMine ? { result: await work(run) } : null;
    await client.query('commit');
    isWell = true;
    return done;
  } catch (error) {
    throw fromDatabaseError(error);
  } finally {
    // Closing the connection rolls back an unfinished transaction.
    client.release(!isWell);
  }
}

function rethrow(error: unknown): never {
  throw fromDatabaseError(error);
}
