/** docs/custody.md: how long an unwrapped data key may stay in memory. */
const cacheLifeMs = 5 * 60_000;
const cacheSize = 2_000;

/** A small cache of promises: one look-up at a time for a key, failures forgotten, the oldest entry dropped when full. */
export function createPromiseCache<T>(now: () => number) {
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
      const value = load();
      entries.set(key, { value, expiresAtMs: now() + cacheLifeMs });
      value.catch(() => entries.delete(key));
      return value;
    },
    forget(key: string): void {
      entries.delete(key);
    },
  };
}
