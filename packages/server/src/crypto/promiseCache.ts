/** Time for which an app's unwrapped data key stays in the cache, in ms (docs/custody.md). */
const cacheLifeMs = 5 * 60_000;
const cacheSize = 2_000;

/** Runs some work later, without keeping the process alive. */
const runLater = (work: () => void, ms: number): void => void setTimeout(work, ms).unref();

/**
 * Creates a small cache of promises, so that simultaneous lookups of a key share one. Forgets failures and expired
 * entries, and drops the oldest entry when full.
 */
export function createPromiseCache<T>(now: () => number, later = runLater) {
  const entries = new Map<string, { value: Promise<T>; expiresAtMs: number }>();
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry && entry.expiresAtMs > now()) return entry.value;
      entries.delete(key);
      if (entries.size >= cacheSize) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      const loaded = { value: load(), expiresAtMs: now() + cacheLifeMs };
      entries.set(key, loaded);
      const drop = () => {
        // A later lookup may have replaced the entry.
        if (entries.get(key) === loaded) entries.delete(key);
      };
      loaded.value.catch(drop);
      // Without this timer, a data key that nobody looks up again would stay in memory.
      later(drop, cacheLifeMs);
      return loaded.value;
    },
    forget(key: string): void {
      entries.delete(key);
    },
  };
}
