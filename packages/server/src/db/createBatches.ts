import pg from 'pg';
import { fromDatabaseError, isOfServer } from './databaseError.ts';
import { type Query, queryTogether } from './queryTogether.ts';

/** Calls in a batch at most. The rows that they write stay locked until the last one is done. */
const largestBatch = 8;

interface Call {
  readonly values: readonly unknown[];
  readonly app: unknown;
  /** Calls of a batch run in the order of their keys. */
  readonly key: string;
  /** True if a batch with this call has failed. */
  readonly isAlone: boolean;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Creates functions that run a statement on a pool. While a connection is free, each call has its own. Calls that have
 * to wait are sent in batches: one message and one transaction for up to eight calls of one app. A process under load
 * so waits for fewer commits, and needs less CPU time, as does PostgreSQL.
 *
 * A call gets its rows only after the commit. If the database refuses a batch, it is rolled back, and each of its calls
 * runs again alone, so one that fails does not fail the others.
 *
 * @param connections size of the pool
 */
export function createBatches(pool: pg.Pool, connections: number) {
  const counts: (() => number)[] = [];

  return {
    /**
     * Returns the function of a statement.
     *
     * @param batchBy positions of the values that name the row which a call locks; the first is the app. Batches lock
     *   rows in the order of these values, so two of them cannot deadlock.
     */
    batch(query: Pick<Query, 'name' | 'text'>, batchBy: readonly number[]) {
      const { run, waitingBeyondRequests } = batchCalls(pool, connections, query, batchBy);
      counts.push(waitingBeyondRequests);
      return run;
    },

    /** Returns how many calls wait, except those that the pool counts itself. */
    waiting: () => counts.reduce((sum, count) => sum + count(), 0),
  };
}

function batchCalls(
  pool: pg.Pool,
  connections: number,
  query: Pick<Query, 'name' | 'text'>,
  batchBy: readonly number[],
) {
  let waiting: Call[] = [];
  /** Connections that the pool was asked for and has not given yet. */
  let requested = 0;

  const isConnectionFree = () => pool.idleCount + connections - pool.totalCount > pool.waitingCount;

  function add(call: Call): void {
    waiting.push(call);
    if (requested === 0 || isConnectionFree()) request();
  }

  function request(): void {
    requested += 1;
    pool.connect().then(
      (client) => {
        requested -= 1;
        const calls = take();
        if (waiting.length > 0 && requested === 0) request();
        return run(client, calls);
      },
      (error: unknown) => {
        requested -= 1;
        rejectAll(waiting.splice(0), error);
      },
    );
  }

  /** Takes the calls that the next connection runs. Others are left for the connections that are requested. */
  function take(): Call[] {
    const [first] = waiting;
    if (!first) return [];
    const most = first.isAlone ? 1 : Math.min(largestBatch, Math.ceil(waiting.length / (requested + 1)));
    const taken: Call[] = [];
    const left: Call[] = [];
    for (const call of waiting) {
      const fits = call === first || (!call.isAlone && call.app === first.app);
      (fits && taken.length < most ? taken : left).push(call);
    }
    waiting = left;
    return taken.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  }

  async function run(client: pg.PoolClient, calls: readonly Call[]): Promise<void> {
    if (calls.length === 0) return client.release();
    try {
      const results = await queryTogether(
        client,
        calls.map(({ values }) => ({ ...query, values })),
      );
      client.release();
      for (const [at, call] of calls.entries()) call.resolve(results[at] ?? []);
    } catch (error) {
      // Closing the connection rolls back, also if the server cannot be asked to.
      const isAnswered = error instanceof pg.DatabaseError && !isOfServer(error);
      const isBatch = calls.length > 1;
      if (isAnswered && isBatch) await client.query('rollback').then(() => client.release(), client.release);
      else client.release(!isAnswered);
      if (isAnswered && isBatch) for (const call of calls) add({ ...call, isAlone: true });
      else rejectAll(calls, error);
    }
  }

  return {
    run: (values: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        const [app, ...row] = batchBy.map((at) => values[at]);
        add({ values, app, key: row.join(), isAlone: false, resolve, reject });
      }),
    waitingBeyondRequests: () => Math.max(0, waiting.length - requested),
  };
}

function rejectAll(calls: readonly Call[], error: unknown): void {
  for (const call of calls) call.reject(fromDatabaseError(error));
}
