import type { Clock } from '@latchkey/core';
import type { MovableClock } from '../movableClock.ts';

export interface MovableTimers extends Clock {
  /** Lets time pass, firing the timers that fall due on the way, each after what the one before set off. */
  advance(ms: number): Promise<void>;
  /** Sets the device's clock so far ahead of the service's, as a person does who corrects it. */
  set(aheadMs: number): void;
  /** How many timers are waiting. */
  readonly waiting: number;
}

/** A client's clock on top of a clock that stands still: timers fire only when the test lets time pass. */
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

/** Lets everything run that does not wait for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
