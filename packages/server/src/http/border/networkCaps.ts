import { fail } from '@latchkey/wire';
import type { Clock } from '../../world.ts';

/**
 * How many calls one network may make to a route that needs no session, or that stores something before it knows
 * whether it will be used (a recovery set, kept a day): a burst, filled up again evenly over a minute.
 * A coarse cap against floods; what protects codes and people are the limits of the challenges room. Refresh is not
 * here: a living session is never held up, and its 256-bit token cannot be guessed.
 */
const perMinute: Readonly<Record<string, number>> = {
  'email.sendCode': 60,
  'email.authenticate': 120,
  'frame.context': 3_000,
  'frame.create': 120,
  'apps.get': 3_000,
};

/** Buckets kept at most; an attacker with more networks than this is not held back by a cap per network anyway. */
const mostBuckets = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/**
 * Counts calls per route and network, in this process's memory.
 *
 * @returns a function that takes one call and throws ServiceError `too_many_requests` with `retry_after_s` when the
 *   network has none left
 */
export function createNetworkCaps(clock: Clock): (routeName: string, network: string) => void {
  const buckets = new Map<string, Bucket>();
  return (routeName, network) => {
    const most = perMinute[routeName];
    if (most === undefined) return;
    const key = `${routeName} ${network}`;
    const nowMs = clock.now();
    const bucket = buckets.get(key) ?? { left: most, atMs: nowMs };
    const filled = Math.min(most, bucket.left + ((nowMs - bucket.atMs) * most) / 60_000);
    buckets.delete(key);
    if (buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, { left: Math.max(0, filled - 1), atMs: nowMs });
    if (filled < 1) {
      fail('too_many_requests', { details: { retry_after_s: Math.ceil(((1 - filled) * 60) / most) } });
    }
  };
}
