import type { Take } from './messages.ts';

/** Calls a function after a time in ms. Tests pass their own. */
export type Later = (act: () => void, ms: number) => void;

/** Time for which takes are collected, in ms. A message for each take would cost more than a cheap request. */
const batchMs = 50;

/**
 * Largest number of buckets in a batch. If an attacker uses more networks within one batch, the other workers do not
 * learn of the rest.
 */
const mostBuckets = 20_000;

/**
 * Collects takes by bucket and sends their sums, at most once in 50 ms. While a batch cannot leave, because the other
 * process is busy, further takes are added up for the next batch.
 *
 * @param send sends a batch and calls `done` when it has left
 */
export function createTakeBatch(
  send: (takes: readonly Take[], done: () => void) => void,
  later: Later,
): (take: Take) => void {
  const sums = new Map<string, Take>();
  let isPending = false;

  function schedule(): void {
    if (isPending || sums.size === 0) return;
    isPending = true;
    later(() => {
      const takes = [...sums.values()].filter(({ calls }) => calls !== 0);
      sums.clear();
      const done = () => {
        isPending = false;
        schedule();
      };
      if (takes.length === 0) done();
      else send(takes, done);
    }, batchMs);
  }

  return (take) => {
    const bucket = `${take.set} ${take.key}`;
    const known = sums.get(bucket);
    if (!known && sums.size >= mostBuckets) return;
    sums.set(bucket, known ? { ...known, calls: known.calls + take.calls } : take);
    schedule();
  };
}
