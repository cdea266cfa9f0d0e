import { describeError } from './http/index.ts';
import type { World } from './world.ts';

/** Work that a process does at intervals, beside its requests. Any number of processes may do it at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/**
 * Runs jobs at their intervals until stopped. A job never overlaps itself: one that takes longer leaves turns out.
 *
 * @returns stops them; resolves when the last one under way is done, so that the database can close
 */
export function startJobs(jobs: readonly Job[], log: World['log']): () => Promise<void> {
  const underWay = new Map<Job, Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (underWay.has(job)) return;
      const done = job
        .run()
        .catch((error) => log.error({ job: job.name, error: describeError(error) }, 'a job failed'))
        .finally(() => underWay.delete(job));
      underWay.set(job, done);
    }, job.everyMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(underWay.values());
  };
}
