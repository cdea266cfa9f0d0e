import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Db } from '@latchkey/server';
import type { CrashPoint, Step } from './messages.ts';

/** The way in which the service dies: its process is killed, or something in the test's own process stops. */
export interface Death {
  /** Makes something die while a request is at this point. */
  die(point: CrashPoint): unknown;
  /** Called when a request to a point's path was answered, other than with 401, without reaching the point. */
  passBy(): void;
}

export interface CrashPoints {
  /** Makes the service die when a request reaches this point. Calls `passBy` if a request to its path does not. */
  arm(point: CrashPoint): void;
  /** Holds the next request that reaches this point until `goOn`. Calls `passBy` if a request to its path does not. */
  hold(point: CrashPoint, onHeld: () => void): void;
  goOn(): void;
  /** Returns the database, wrapped so that it records what each request changes. */
  watch(database: Database): Database;
  /** Answers a request and records its steps. */
  during<Answer extends { status: number }>(path: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Returns the changes that the last answered request to a path made in the database. */
  stepsOf(path: string): Step[];
  /** Forgets the armed point, the point to hold at, and the recorded steps of all requests. */
  forget(): void;
}

/** Kills the process (SIGKILL). If a request passes the point by, ends the process with exit code 1. */
const deathOfProcess: Death = {
  die: () => process.kill(process.pid, 'SIGKILL'),
  passBy: () => process.exit(1),
};

/** Watches each request's use of the database. At the chosen point, makes the service die or holds the request. */
export function createCrashPoints(death: Death = deathOfProcess): CrashPoints {
  let armed: CrashPoint | null = null;
  let holding: { point: CrashPoint; onHeld: () => void } | null = null;
  let goOn = () => {};
  const current = new AsyncLocalStorage<{ path: string; steps: Step[] }>();
  const last = new Map<string, Step[]>();

  async function pass(step: number | 'reply', moment: CrashPoint['moment']): Promise<void> {
    const path = current.getStore()?.path;
    const isAt = (point: CrashPoint | undefined | null) =>
      point?.path === path && point?.step === step && point.moment === moment;
    if (armed !== null && isAt(armed)) {
      const point = armed;
      armed = null;
      await death.die(point);
    }
    if (holding === null || !isAt(holding.point)) return;
    const { onHeld } = holding;
    holding = null;
    await new Promise<void>((resolve) => {
      goOn = resolve;
      onHeld();
    });
  }

  async function take<T>(kind: Step['kind'], work: (step: number) => Promise<T>): Promise<T> {
    const steps = current.getStore()?.steps ?? [];
    const entry = { kind, isDone: false };
    const step = steps.push(entry);
    await pass(step, 'before');
    const result = await work(step);
    await pass(step, 'after');
    entry.isDone = true;
    return result;
  }

  return {
    arm(point) {
      armed = point;
    },
    hold(point, onHeld) {
      holding = { point, onHeld };
    },
    goOn: () => goOn(),
    stepsOf: (path) => last.get(path) ?? [],
    forget() {
      armed = null;
      holding = null;
      last.clear();
    },
    during(path, work) {
      const steps: Step[] = [];
      return current.run({ path, steps }, async () => {
        const answer = await work();
        last.set(
          path,
          steps.map((step) => ({ ...step })),
        );
        await pass('reply', 'before');
        // A request that is answered with 401 is sent again with another proof, so it has not passed the point by.
        const isAwaited = [armed, holding?.point].some((point) => point?.path === path);
        if (isAwaited && answer.status !== 401) death.passBy();
        return answer;
      });
    },
    watch(database) {
      const watchWrite = <T>(sql: string, run: () => Promise<T>) =>
        isWrite(sql) ? take('write', run) : run();
      watchQueries(database.db, watchWrite);
      return {
        ...database,
        transaction: (work) =>
          take('transaction', (step) =>
            database.transaction(async (tx) => {
              const written = await work(tx);
              await pass(step, 'uncommitted');
              return written;
            }),
          ),
        statement(name, text) {
          const run = database.statement<never>(name, text);
          return (values) => watchWrite(text, () => run(values));
        },
      };
    },
  };
}

/**
 * Returns the steps of a request up to its first transaction, which makes the request effective. Later writes have no
 * fixed order, and nothing waits for them.
 */
export function untilCommit(steps: readonly Step[]): readonly Step[] {
  const commit = steps.findIndex(({ kind }) => kind === 'transaction');
  return commit < 0 ? steps : steps.slice(0, commit + 1);
}

/** Returns the points at which a crash leaves different states, in order, from the steps of an undisturbed request. */
export function toPoints(path: string, steps: readonly Step[]): CrashPoint[] {
  const inSteps = untilCommit(steps).flatMap(({ kind }, index): CrashPoint[] => {
    const at = { path, step: index + 1 };
    const after: CrashPoint = { ...at, moment: 'after' };
    return kind === 'write' ? [after] : [{ ...at, moment: 'uncommitted' }, after];
  });
  const first: CrashPoint[] = steps.length === 0 ? [] : [{ path, step: 1, moment: 'before' }];
  return [...first, ...inSteps, { path, step: 'reply', moment: 'before' }];
}

const isWrite = (sql: string) => /\b(insert|update|delete)\b/i.test(sql);

/** Passes every query that is built on the database outside a transaction to `run`. */
function watchQueries(db: Db, run: (sql: string, work: () => Promise<unknown>) => Promise<unknown>): void {
  // Every query builder gets its query from the session. A transaction has a session of its own.
  const { session } = db._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...parameters: Parameters<typeof prepare>) => {
    const prepared = prepare(...parameters);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => run(parameters[0].sql, () => execute(values));
    return prepared;
  }) as typeof prepare;
}
