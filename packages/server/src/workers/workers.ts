import type { RateLimit } from '@latchkey/wire';

/** Counts calls against a limit by key. Calls that are put back are negative. */
export type CountCalls = (key: string, limit: RateLimit, calls: number) => void;

/** Metrics of one process, as its registry shows them. */
export type Reading = readonly object[];

/** The worker processes that one command runs (LATCHKEY_WORKERS), as one of them sees them. */
export interface Workers {
  /** Number of this worker. Null in a process that runs alone. */
  readonly number: number | null;
  /**
   * Joins a set of buckets with those of the other workers, so that each counts the calls of all.
   *
   * @param name the same in every worker, and used once in each
   * @param count counts calls that another worker has taken
   * @returns a function that tells the other workers of calls that this one has taken
   */
  joinBuckets(name: string, count: CountCalls): CountCalls;
  /**
   * Joins the metrics of this worker with those of the others.
   *
   * @param read reads the metrics of this worker
   * @returns a function that reads the metrics of all workers that answer in time, this one first
   */
  joinMetrics(read: () => Promise<Reading>): () => Promise<readonly Reading[]>;
}

/** A process that runs alone. */
export const alone: Workers = {
  number: null,
  joinBuckets: () => () => undefined,
  joinMetrics: (read) => async () => [await read()],
};
