import type { Clock } from '@latchkey/server';

export interface MovableClock extends Clock {
  advance(ms: number): void;
}

/**
 * Creates a clock that stands still until it is moved. Starts at the real time by default, because JWT libraries use
 * it.
 */
export function movableClock(startMs: number = Date.now()): MovableClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
