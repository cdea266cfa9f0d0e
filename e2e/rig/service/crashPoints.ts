import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@latchkey/server';
import type { CrashPoint, Step } from './messages.ts';

export interface CrashPoints {
  /** The process dies when a request stands at this point. */
  arm(point: CrashPoint | null): void;
  /** The next request that comes to this point stays there until `goOn`. */
  hold(point: CrashPoint, onHeld: () => void): void;
  goOn(): void;
  /** The same database, which knows what each request asked of it. */
  watch(database: Database): Database;
  /** Answers a request under observation. */
  during(request: Request, work: () => Promise<Response>): Promise<Response>;
  /** What the last request to a path asked of the database. */
  stepsOf(path: string): Step[];
}

/** Watches each request's way through the database, and kills the process (SIGKILL) or holds it at the chosen point. */
export function createCrashPoints(): CrashPoints {
  let armed: CrashPoint | null = null;
  let holding: { point: CrashPoint; onHeld: () => void } | null = null;
  let goOn = () => {};
  const current = new AsyncLocalStorage<{ path: string; steps: Step[] }>();
  const last = new Map<string, Step[]>();

  async function pass(step: number | 'reply', moment: CrashPoint['moment']): Promise<void> {
    const path = current.getStore()?.path;
    const isAt = (point: CrashPoint | undefined | null) =>
      point?.path === path && point?.step === step && point.moment === moment;
    if (isAt(armed)) process.kill(process.pid, 'SIGKILL');
    if (holding === null || !isAt(holding.point)) return;
    const { onHeld } = holding;
    holding = null;
    await new Promise<void>((resolve) => {
      goOn = resolve;
      onHeld();
    });
  }

  /** Enters the next step of the current request; returns its number. */
  async function enter(kind: Step): Promise<number> {
    const steps = current.getStore()?.steps ?? [];
    const step = steps.push(kind);
    await pass(step, 'before');
    return step;
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
    during(request, work) {
      const { pathname } = new URL(request.url);
      const steps: Step[] = [];
      last.set(pathname, steps);
      return current.run({ path: pathname, steps }, async () => {
        const response = await work();
        await pass('reply', 'before');
        return response;
      });
    },
    watch: (database) => ({
      ...database,
      async transaction(work) {
        const step = await enter('transaction');
        const result = await database.transaction(async (tx) => {
          const written = await work(tx);
          await pass(step, 'uncommitted');
          return written;
        });
        await pass(step, 'after');
        return result;
      },
      statement(name, text) {
        const run = database.statement<never>(name, text);
        return async (values) => {
          const step = await enter('statement');
          const rows = await run(values);
          await pass(step, 'after');
          return rows;
        };
      },
    }),
  };
}
