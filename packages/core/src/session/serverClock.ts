import type { Clock } from '../environment.ts';
import type { KeyStore } from '../storage/index.ts';

/** Clock of the service, as this page knows it. */
export interface ServerClock {
  /**
   * Returns the service's time in Unix ms, or the device's time with any stored offset until the service has sent its
   * own.
   */
  now(): number;
  /** Sets the service's time, such as the `iat` of a token that just arrived. */
  learn(serverMs: number): void;
}

/**
 * Largest difference in ms at which the device's clock counts as correct. Tokens have whole seconds, and take a while
 * to arrive.
 */
const rightWithinMs = 5_000;

/**
 * Creates the service's clock. It advances with the monotonic clock, not with the device's. The device's offset is
 * stored for the next page, which needs it before the service answers.
 */
export function createServerClock(clock: Clock, storage: KeyStore): ServerClock {
  // Set by the first read, not here, because Next.js refuses to prerender a page that reads a clock.
  let aheadMs: number | null = null;
  const toAhead = (offsetMs: number) => clock.now() + offsetMs - clock.monotonicNow();
  return {
    now() {
      aheadMs ??= toAhead(Number(storage.find('clockOffset')) || 0);
      return clock.monotonicNow() + aheadMs;
    },
    learn(serverMs) {
      let offsetMs = serverMs - clock.now();
      if (Math.abs(offsetMs) <= rightWithinMs) offsetMs = 0;
      aheadMs = toAhead(offsetMs);
      storage.set('clockOffset', offsetMs ? `${offsetMs}` : null);
    },
  };
}
