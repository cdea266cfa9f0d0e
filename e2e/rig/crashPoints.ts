import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@latchkey/server';
import type { CrashPoint, Step } from './serviceMessages.ts';

export interface CrashPoints {
  /** The process dies when a request stands at this point. */
  arm(point: CrashPoint | null): void;
  /** The same database, which knows what each request asked of it. */
  watch(database: Database): Database;
  /** Answers a request under observation. */
  during(request: Request, work: () => Promise<Response>): Promise<Response>;
  /** What the last request to a path asked of the database. */
  stepsOf(path: string): Step[];
}

/** Watches each request's way through the database, and kills the process (SIGKILL) at the chosen point of it. */
export function createCrashPoints(): CrashPoints {
  let armed: CrashPoint | null = null;
  const current = new AsyncLocalStorage<{ path: string; steps: Step[] }>();
  const last = new Map<string, Step[]>();

  function pass(step: number | 'reply', moment: CrashPoint['moment']): void {
    if (armed?.path !== current.getStore()?.path) return;
    if (armed?.step === step && armed.moment === moment) process.kill(process.pid, 'SIGKILL');
  }

  /** Enters the next step of the current request; returns its number. */
  function enter(kind: Step): number {
    const steps = current.getStore()?.steps ?? [];
    steps.push(kind);
    pass(steps.length, 'before');
    return steps.length;
  }

  return {
    arm(point) {
      armed = point;
    },
    stepsOf: (path) => last.get(path) ?? [],
    during(request, work) {
      const { pathname } = new URL(request.url);
      const steps: Step[] = [];
      last.set(pathname, steps);
      return current.run({ path: pathname, steps }, async () => {
        const response = await work();
        pass('reply', 'before');
        return response;
      });
    },
    watch: (database) => ({
      ...database,
      async transaction(work) {
        const step = enter('transaction');
        const result = await database.transaction(async (tx) => {
          const written = await work(tx);
          pass(step, 'uncommitted');
          return written;
        });
        pass(step, 'after');
        return result;
      },
      statement(name, text) {
        const run = database.statement<never>(name, text);
        return async (values) => {
          const step = enter('statement');
          const rows = await run(values);
          pass(step, 'after');
          return rows;
        };
      },
    }),
  };
}
