/** Longest delay of a timer, in ms. A timer with a longer delay would fire at once. */
const longestTimerMs = 0x7fffffff;

export interface Deadline {
  /** Sets the deadline to a time from now, in ms; null for no deadline. */
  set(ms: number | null): void;
  /**
   * Calls `end` if the deadline has passed or the clock is earlier than at `set`. Timers are late if a computer slept.
   */
  check(): void;
}

/**
 * Creates a deadline that is not set.
 *
 * @param end called when the time has passed, possibly more than once; a timer calls it after 25 days at the latest
 * @param now returns Unix milliseconds
 */
export function createDeadline(end: () => void, now: () => number): Deadline {
  let given: { readonly fromMs: number; readonly ms: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    set(ms) {
      clearTimeout(timer);
      given = ms === null ? null : { fromMs: now(), ms };
      if (ms !== null) timer = setTimeout(end, Math.min(ms, longestTimerMs));
    },
    check() {
      if (given === null) return;
      const age = now() - given.fromMs;
      // A clock set back to before `set` must not extend the deadline.
      if (age < 0 || age >= given.ms) end();
    },
  };
}
