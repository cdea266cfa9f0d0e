import type { Random } from '../../world.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Time from a failed try to the next one: ten tries in some 37 hours. */
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

/** A process that takes a delivery has this long for it; then it counts as dead and another takes it over. */
export const leaseMs = 30 * secondMs;
/** Time for one try: well below the lease, so that no two processes send at once, and below what a stop waits for. */
export const tryMs = 8 * secondMs;
/** An endpoint that gives up a delivery, and has taken none for this long, is disabled. */
export const longestFailingMs = 72 * hourMs;
/** How long closed deliveries are kept, to be looked at and sent again. */
export const closedLifeMs = 30 * 24 * hourMs;

/**
 * Time to the next try, or null after the last one. Spread by a fifth each way, so that what failed together does not
 * come back together.
 *
 * @param tries how many were made
 */
export function nextTryInMs(tries: number, random: Random): number | null {
  const delayMs = delaysMs[tries - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (0.8 + random.integer(401) / 1_000));
}
