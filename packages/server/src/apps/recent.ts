import type { Clock } from '../world.ts';

/** A change by another process is seen within 10 s (docs/contracts.md, Apps); half of it leaves room for slow reads. */
const freshMs = 5_000;

/** Names that nobody has must not fill the memory. */
const mostEntries = 10_000;

export interface Recent<T> {
  get(key: string): Promise<T>;
  forget(key: string): void;
}

/**
 * Keeps what was loaded for a short time. Callers that come while a load runs share it; a failed load is not kept,
 * so that the next caller tries again.
 */
export function createRecent<T>(clock: Clock, load: (key: string) => Promise<T>): Recent<T> {
  const entries = new Map<string, { value: Promise<T>; untilMs: number }>();
  return {
    get(key) {
      const nowMs = clock.now();
      const entry = entries.get(key);
      if (entry && nowMs < entry.untilMs) return entry.value;
      if (entries.size >= mostEntries) entries.clear();
      const value = load(key);
      const made = { value, untilMs: nowMs + freshMs };
      entries.set(key, made);
      value.catch(() => {
        if (entries.get(key) === made) entries.delete(key);
      });
      return value;
    },
    forget: (key) => void entries.delete(key),
  };
}
