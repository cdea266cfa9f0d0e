import { fail, type RateLimit } from '@latchkey/wire';
import type { Clock } from '../../world.ts';

/** Buckets kept at most; an attacker with more networks than this is not held back by a cap per network anyway. */
const mostBuckets = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** Calls a millisecond. */
export const rate = ({ calls, perMs }: RateLimit) => calls / perMs;

/** @throws ServiceError `too_many_requests`, with how long to wait */
export function refuse(waitMs: number): never {
  return fail('too_many_requests', { details: { retry_after_s: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

/** Makes buckets that fill up again evenly, in this process's memory. */
export function createBuckets(clock: Clock) {
  const buckets = new Map<string, Bucket>();

  return {
    /** Takes one call; gives what was left before it. Below 1 there was none, and nothing is taken. */
    take(key: string, limit: RateLimit): number {
      const nowMs = clock.now();
      const bucket = buckets.get(key) ?? { left: limit.calls, atMs: nowMs };
      const left = Math.min(limit.calls, bucket.left + (nowMs - bucket.atMs) * rate(limit));
      buckets.delete(key);
      if (buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value ?? '');
      buckets.set(key, { left: left < 1 ? left : left - 1, atMs: nowMs });
      return left;
    },
    /** Undoes a taking. */
    giveBack(key: string): void {
      const bucket = buckets.get(key);
      if (bucket) bucket.left += 1;
    },
  };
}

/** Makes a cap on calls by key, in this process's memory; taking one too many throws `too_many_requests`. */
export function createCap(clock: Clock, limit: RateLimit): (key: string) => void {
  const buckets = createBuckets(clock);
  return (key) => {
    const left = buckets.take(key, limit);
    if (left < 1) refuse((1 - left) / rate(limit));
  };
}
