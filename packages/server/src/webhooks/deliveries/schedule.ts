import type { Random } from '../../world.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Time from a failed try to the next one: ten tries in about 37 hours. */
const delaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  24 * hourMs,
];

/** Time that a process has for a claimed delivery. Afterwards it counts as dead, and another process takes over. */
export const leaseMs = 30 * secondMs;
/** Time for one try. Well below the lease, so a try usually ends before another process takes over. */
export const tryMs = 8 * secondMs;
/** Time without a success after which an endpoint is disabled when a delivery is given up. */
export const longestFailingMs = 72 * hourMs;
/** Time that closed deliveries are kept for inspection and resending. */
export const closedLifeMs = 30 * 24 * hourMs;

/**
 * Returns the time to the next try, or null after the last one. Varies by 20 % in both directions, so deliveries that
 * failed together are not retried together.
 *
 * @param tries number of tries so far
 */
export function nextTryInMs(tries: number, random: Random): number | null {
  const delayMs = delaysMs[tries - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (0.8 + random.integer(401) / 1_000));
}
