import { fail, type RateLimit, rateLimitsOf } from '@latchkey/wire';
import type { Clock } from '../../world.ts';

/** Buckets kept at most; an attacker with more networks than this is not held back by a cap per network anyway. */
const mostBuckets = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/**
 * Counts a call.
 * @throws ServiceError `too_many_requests` with `retry_after_s` when the network, or its share of a busy app, is used up
 */
export type TakeCall = (routeName: string, network: string, appId: string | null) => void;

/**
 * Makes the limiter of networks and apps (wire/src/rateLimits.ts): buckets that fill up again evenly, in this
 * process's memory, because they hold off floods and nothing more. Limits that protect people stand in the database.
 */
export function createRateLimiter(clock: Clock): TakeCall {
  const networks = createBuckets(clock);
  const apps = createBuckets(clock);

  return (routeName, network, appId) => {
    const limits = rateLimitsOf(routeName);
    if (!limits?.network) return;
    const key = `${routeName} ${network}`;
    const left = networks.take(key, limits.network);
    if (left < 1) refuse((1 - left) / rate(limits.network));
    const { app, networkInBusyApp } = limits;
    if (appId === null || !app || !networkInBusyApp) return;
    if (apps.take(`${routeName} ${appId}`, app) >= 1) return;
    // A full app must not become a closed one: whoever has hardly called yet is let through.
    const over = limits.network.calls - left - networkInBusyApp.calls;
    if (over >= 0) refuse((over + 1) / rate(limits.network));
  };
}

const rate = ({ calls, perMs }: RateLimit) => calls / perMs;

function refuse(waitMs: number): never {
  return fail('too_many_requests', { details: { retry_after_s: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

function createBuckets(clock: Clock) {
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
  };
}
