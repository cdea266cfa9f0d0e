import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Db } from '@latchkey/server';
import type { CrashPoint, Step } from './messages.ts';

/** What a death is: of a process, by its signal, or of something that a test has in its own process. */
export interface Death {
  /** Something dies while a request stands at this point. */
  die(point: CrashPoint): unknown;
  /** A request to the path of a point was answered, and never came there. */
  passBy(): void;
}

export interface CrashPoints {
  /** The next request that comes to this point dies there, or passes by. */
  arm(point: CrashPoint): void;
  /** The next request that comes to this point stays there until `goOn`; the process ends when one passes by. */
  hold(point: CrashPoint, onHeld: () => void): void;
  goOn(): void;
  /** The same database, which knows what each request changed. */
  watch(database: Database): Database;
  /** Answers a request under observation. */
  during<Answer extends { status: number }>(path: string, work: () => Promise<Answer>): Promise<Answer>;
  /** What the last request to a path changed in the database. */
  stepsOf(path: string): Step[];
  /** Arms and holds nothing any more, and knows of no request. */
  forget(): void;
}

/** The process is killed (SIGKILL), or ends by itself. */
const deathOfProcess: Death = {
  die: () => process.kill(process.pid, 'SIGKILL'),
  passBy: () => process.exit(1),
};

/** Watches each request's way through the database, and lets it die or holds it at the chosen point. */
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

  /** Does the next step of the current request. */
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
        // What asks for another proof (401) is asked again.
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
 * The steps of a request up to the transaction that makes it true. What is written beside the reply (a notice, which was
 * owed in that transaction, or a hint to the sweeper) comes in no order and is no one's to wait for.
 */
export function untilCommit(steps: readonly Step[]): readonly Step[] {
  const commit = steps.findIndex(({ kind }) => kind === 'transaction');
  return commit < 0 ? steps : steps.slice(0, commit + 1);
}

/** The moments of an undisturbed request that leave different things behind, in order. */
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

/** Has every query that is built on the database, and not in a transaction, run by `run`. */
function watchQueries(db: Db, run: (sql: string, work: () => Promise<unknown>) => Promise<unknown>): void {
  // Every builder asks the session for its query; a transaction has a session of its own.
  const { session } = db._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...parameters: Parameters<typeof prepare>) => {
    const prepared = prepare(...parameters);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => run(parameters[0].sql, () => execute(values));
    return prepared;
  }) as typeof prepare;
}
