import type { Clock } from '../../world.ts';

/** How often a process that is asked anything looks whether an app was changed. */
const refreshEveryMs = 1_000;

/** A change is seen within 10 s (docs/contracts.md, Apps); the difference is for slow reads. */
const oldestMs = 8_000;

/**
 * Makes the test whether what a process remembers of apps may still be used. One small query a second at most, however
 * many requests come: it reads the number that every change of an app raises. A second old and more, the question runs
 * beside the requests; only one that comes after a long silence, or while the database does not answer, waits for it.
 *
 * @param options `read` gives the number; `onChange` drops what is remembered
 * @returns a test that gives null when what is remembered may be used, else a promise to wait for, which rejects when
 *   the database does not answer
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
    // The time before the question: what is read is at least as new.
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
      asking.catch(() => undefined); // anyone who needs the answer waits for it; the next request asks again
    }
    return ageMs < oldestMs ? null : asking;
  };
}
