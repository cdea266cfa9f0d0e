/** A timer counts no further, and one that is set for longer ends at once. */
const longestTimerMs = 0x7fffffff;

/** A time after which something ends. */
export interface Deadline {
  /** Sets it anew, from now; null for none. */
  set(ms: number | null): void;
  /** Ends what has outlived it: a timer sleeps with its computer. It stays passed until it is set anew. */
  check(): void;
}

/**
 * Makes a deadline that has not been set.
 *
 * @param end may be called more than once
 * @param now Unix milliseconds
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
      // A clock that was set back must not lengthen the time.
      if (age < 0 || age >= given.ms) end();
    },
  };
}
