import { fail, type RateLimit, rateLimits } from '@latchkey/wire';
import type { World } from '../../world.ts';

/**
 * Largest number of buckets of one limiter. An attacker who fills more, from enough networks, pushes out the least
 * recently used ones and so resets their counts.
 */
const mostBuckets = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** Calls per ms. */
export const rate = ({ calls, perMs }: RateLimit) => calls / perMs;

/** @throws ServiceError `too_many_requests`, with the wait */
export function refuse(waitMs: number): never {
  return fail('too_many_requests', { details: { retry_after_s: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

/**
 * Creates buckets that refill evenly, in this process's memory.
 *
 * Other workers are told what was taken, with a delay. A bucket that several workers emptied in the meantime is below
 * zero, so the excess counts against later calls.
 *
 * @param name name of this set of buckets: the same in every worker, and used by no other set
 */
export function createBuckets({ clock, workers }: Pick<World, 'clock' | 'workers'>, name: string) {
  const buckets = new Map<string, Bucket>();
  const tell = workers.joinBuckets(name, (key, limit, calls) => keep(key, leftIn(key, limit) - calls));

  function leftIn(key: string, limit: RateLimit): number {
    const nowMs = clock.now();
    const bucket = buckets.get(key) ?? { left: limit.calls, atMs: nowMs };
    return Math.min(limit.calls, bucket.left + (nowMs - bucket.atMs) * rate(limit));
  }

  function keep(key: string, left: number): void {
    buckets.delete(key);
    if (buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { left, atMs: clock.now() });
  }

  return {
    /**
     * Takes one call from a bucket and returns the number of calls that were left before. If that is below 1, nothing
     * is taken.
     */
    take(key: string, limit: RateLimit): number {
      const left = leftIn(key, limit);
      keep(key, left < 1 ? left : left - 1);
      if (left >= 1) tell(key, limit, 1);
      return left;
    },
    /** Returns a taken call to its bucket. */
    giveBack(key: string, limit: RateLimit): void {
      const bucket = buckets.get(key);
      if (!bucket) return;
      bucket.left += 1;
      tell(key, limit, -1);
    },
  };
}

/**
 * Creates a limit of calls by key, in this process's memory. A call over the limit throws `too_many_requests`.
 *
 * @param name name of its buckets, as for {@link createBuckets}
 */
export function createCap(
  world: Pick<World, 'clock' | 'workers'>,
  name: string,
  limit: RateLimit,
): (key: string) => void {
  const buckets = createBuckets(world, name);
  return (key) => {
    const left = buckets.take(key, limit);
    if (left < 1) refuse((1 - left) / rate(limit));
  };
}

type Limits = typeof rateLimits;
/** A route whose calls are limited by session, in this process's memory. */
export type CappedRoute = {
  [Name in keyof Limits]: Limits[Name] extends { readonly sessionInProcess: RateLimit } ? Name : never;
}[keyof Limits];

/** Creates the limit by session of a route. A call over the limit throws `too_many_requests`. */
export function createSessionCap(
  world: Pick<World, 'clock' | 'workers'>,
  route: CappedRoute,
): (session: { readonly appId: string; readonly sessionId: string }) => void {
  const take = createCap(world, route, rateLimits[route].sessionInProcess);
  return ({ appId, sessionId }) => take(`${appId} ${sessionId}`);
}
