import { describeError } from './http/index.ts';
import type { World } from './world.ts';

/** Background work that a process does at intervals. Any number of processes may do it at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/**
 * Runs jobs at their intervals until stopped. While a job runs, its next turns are skipped.
 *
 * @returns a function that stops the jobs, and resolves when running ones are done, so the database can be closed
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
