import type { Clock } from '@latchkey/core';
import type { MovableClock } from '../movableClock.ts';

export interface MovableTimers extends Clock {
  /** Advances time, and fires the timers that become due, each after the effects of the previous one. */
  advance(ms: number): Promise<void>;
  /** Sets the device's clock this far ahead of the service's, like a user who corrects it. */
  set(aheadMs: number): void;
  /** Number of waiting timers. */
  readonly waiting: number;
}

/** Creates a client's clock on top of a movable clock. Timers fire only when the test advances time. */
export function movableTimers(clock: MovableClock): MovableTimers {
  const timers = new Map<number, { dueMs: number; callback: () => void }>();
  let lastId = 0;
  let aheadMs = 0;

  const next = (untilMs: number) =>
    [...timers].filter(([, timer]) => timer.dueMs <= untilMs).sort(([, a], [, b]) => a.dueMs - b.dueMs)[0];

  return {
    now: () => clock.now() + aheadMs,
    monotonicNow: () => clock.now(),
    set(ms) {
      aheadMs = ms;
    },
    setTimeout(callback, ms) {
      lastId += 1;
      timers.set(lastId, { dueMs: clock.now() + ms, callback });
      return lastId;
    },
    clearTimeout(timer) {
      timers.delete(timer as number);
    },
    async advance(ms) {
      const endMs = clock.now() + ms;
      await settle();
      for (let due = next(endMs); due; due = next(endMs)) {
        const [id, timer] = due;
        timers.delete(id);
        clock.advance(Math.max(0, timer.dueMs - clock.now()));
        timer.callback();
        await settle();
      }
      clock.advance(endMs - clock.now());
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Lets work that does not wait for time run, for a few turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
