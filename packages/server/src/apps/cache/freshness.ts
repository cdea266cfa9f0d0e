import type { Clock } from '../../world.ts';

/** Interval at which a busy process checks for changes of apps, in ms. */
const refreshEveryMs = 1_000;

/**
 * Greatest age of the last check, in ms. A change must be seen within 10 s (docs/contracts.md, Apps), and reads may
 * be slow.
 */
const oldestMs = 8_000;

/**
 * Creates the check that a process may still use cached apps. It reads the version that every change of an app raises,
 * at most once a second while the database answers. The read runs beside the requests. A request waits for it only if
 * the last check is at least eight seconds old: at the start, after a long silence, or while the database does not
 * answer.
 *
 * @param options `read` returns the version; `onChange` drops cached values
 * @returns a function that returns null if cached values may be used, or a promise to wait for, which rejects if the
 *   database does not answer
 */
export function createFreshness(options: {
  clock: Clock;
  read(): Promise<number>;
  onChange(): void;
}): () => Promise<void> | null {
  const { clock, read, onChange } = options;
  let seen: number | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    // Takes the time before the read, so the result is at least as new.
    const nowMs = clock.now();
    const version = await read();
    if (seen !== null && version !== seen) onChange();
    seen = version;
    askedAtMs = nowMs;
  }

  return () => {
    const ageMs = Math.abs(clock.now() - askedAtMs);
    if (ageMs < refreshEveryMs) return null;
    if (!asking) {
      asking = refresh().finally(() => {
        asking = null;
      });
      asking.catch(() => undefined); // handled by the caller that waits; the next request reads again
    }
    return ageMs < oldestMs ? null : asking;
  };
}
