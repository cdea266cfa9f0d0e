import { describeError } from './http/index.ts';
import type { World } from './world.ts';

/** What a process does beside its requests, at intervals. Any number of processes may do it at once. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/**
 * Does duties at their intervals until stopped. A duty never overlaps itself: one that takes longer leaves turns out.
 *
 * @returns stops them; resolves when the last one under way is done, so that the database can close
 */
export function startDuties(duties: readonly Duty[], log: World['log']): () => Promise<void> {
  const underWay = new Map<Duty, Promise<void>>();
  const timers = duties.map((duty) =>
    setInterval(() => {
      if (underWay.has(duty)) return;
      const done = duty
        .run()
        .catch((error) => log.error({ duty: duty.name, error: describeError(error) }, 'a duty failed'))
        .finally(() => underWay.delete(duty));
      underWay.set(duty, done);
    }, duty.everyMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(underWay.values());
  };
}
