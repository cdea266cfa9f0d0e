import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fromDatabaseError, isOfServer, isUnanswered } from './databaseError.ts';
import type { Database, Db, RunSql } from './index.ts';
import { takeTurns } from './takeTurns.ts';

/** How long the database may take, in ms. */
export interface PostgresTimes {
  /** Until a connection is there, whether it is made or waited for. */
  readonly connectMs: number;
  /** Until a new one has its settings. */
  readonly settingsMs: number;
  /** What the server is told: for a statement, and for a lock. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Until a query is answered, by a server that may not even hear what it was told. */
  readonly queryMs: number;
  /** From the call of a transaction to its end, whatever happens in between. */
  readonly transactionMs: number;
}

/** A database that hangs must not hold a request longer than a client waits (20 s). */
const usualTimes: PostgresTimes = {
  connectMs: 5_000,
  settingsMs: 3_000,
  statementMs: 10_000,
  lockMs: 5_000,
  queryMs: 12_000,
  transactionMs: 20_000,
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
 * @param options `onLost` hears of an idle connection that broke; `connections` is the pool's size, 10 by default;
 *   `times` is how long what may take; `prepared` false sends the statements that are otherwise prepared by name without
 *   one, for a pooler that would lose them
 */
export function openPostgres(
  url: string,
  options: {
    onLost?: (error: Error) => void;
    connections?: number;
    prepared?: boolean;
    times?: PostgresTimes;
  } = {},
): Database {
  const { connections = 10, prepared = true, times = usualTimes } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    // Before the pool lends the connection to anyone.
    onConnect: async (client) => {
      await client.query({ text: planning, query_timeout: times.settingsMs } as pg.QueryConfig);
    },
    connectionTimeoutMillis: times.connectMs,
    statement_timeout: times.statementMs,
    lock_timeout: times.lockMs,
    idle_in_transaction_session_timeout: times.statementMs,
    query_timeout: times.queryMs,
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => options.onLost?.(error));
  // The same for one that breaks in the middle of a transaction: there the pool does not listen, and a caller that waits for
  // the query, or sends the next one, is told by its rejection.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const connect = () => pool.connect().catch(rethrow);

  return {
    kind: 'postgres',
    db: drizzle(pool) as unknown as Db,
    async transaction(work) {
      const endsAtMs = performance.now() + times.transactionMs;
      const lease = leaseOf(await connect(), endsAtMs);
      const { client } = lease;
      try {
        await client.query('begin');
        const result = await work(drizzle(client) as unknown as Db);
        await client.query('commit');
        lease.giveBack();
        return result;
      } catch (error) {
        // Who had no answer is not asked again, nor is a server that can do nothing: it rolls back by itself when the
        // connection ends.
        if (isUnanswered(error) || isOfServer(error)) lease.breakOff();
        else await client.query('rollback').then(lease.giveBack, lease.breakOff);
        throw fromDatabaseError(error);
      }
    },
    statement<Row>(name: string, text: string) {
      return async (values: readonly unknown[]) => {
        try {
          const named = prepared ? { name } : {};
          const result = await pool.query({ ...named, text, values: values as unknown[] });
          return result.rows as Row[];
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
      waiting: pool.waitingCount,
    }),
    async close() {
      await pool.end();
    },
  };
}

/** A connection that is lent until a time: then it is ended under anyone who still has it, and what they wait for fails. */
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
 * Runs work in one transaction that holds the lock; null, and nothing done, while another one holds it. Lock and
 * time-outs are the transaction's, not the connection's: a pooler such as PgBouncer lends the connection to someone
 * else afterwards, with whatever was left on it. No one waits inside the database, so that a process which is killed
 * while it waits leaves no back end that still does.
 */
async function runAlone<T>(
  connect: () => Promise<pg.PoolClient>,
  work: (run: RunSql) => Promise<T>,
): Promise<{ result: T } | null> {
  const client = await connect();
  let isWell = false;
  try {
    // A migration may take longer than a request may.
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
    // Closing the connection rolls back what did not end.
    client.release(!isWell);
  }
}

function rethrow(error: unknown): never {
  throw fromDatabaseError(error);
}
