import type { Clock } from '@latchkey/server';

export interface MovableClock extends Clock {
  /** Lets time pass, in milliseconds. */
  advance(ms: number): void;
}

/** A clock that stands still until it is moved; by default it begins at the real time, because JWT libraries look there. */
export function movableClock(startMs: number = Date.now()): MovableClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
