import type { Clock } from '../environment.ts';
import type { KeyStore } from '../storage/index.ts';

/** The service's clock, as far as this page knows it. Every time that the service names is compared with it. */
export interface ServerClock {
  /** Unix milliseconds by the service's clock; by the device's until the service has said what time it is. */
  now(): number;
  /** Takes the service's time from what has just arrived, such as the `iat` of a token. */
  learn(serverMs: number): void;
}

/** A device's clock that is off by less is right: tokens say whole seconds, and are on their way for a while. */
const rightWithinMs = 5_000;

/**
 * Makes the service's clock. It counts on by the monotonic clock, so that a device's clock which is set while the page is
 * open changes nothing. How far the device's clock is off is kept for the next page, which needs it before the service
 * has answered it.
 */
export function createServerClock(clock: Clock, storage: KeyStore): ServerClock {
  let aheadMs = 0;
  const setOffset = (offsetMs: number) => {
    aheadMs = clock.now() + offsetMs - clock.monotonicNow();
  };
  setOffset(Number(storage.find('clockOffset')) || 0);
  return {
    now: () => clock.monotonicNow() + aheadMs,
    learn(serverMs) {
      let offsetMs = serverMs - clock.now();
      if (Math.abs(offsetMs) <= rightWithinMs) offsetMs = 0;
      setOffset(offsetMs);
      storage.set('clockOffset', offsetMs ? `${offsetMs}` : null);
    },
  };
}
