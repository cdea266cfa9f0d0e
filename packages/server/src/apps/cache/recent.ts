/** Most existing keys that are kept. */
const mostFound = 10_000;

/** Most unknown keys that are kept. An attacker can make them up, so they are few and never replace existing keys. */
const mostAbsent = 1_000;

export interface Recent<T> {
  get(key: string): Promise<T | null>;
  /** Drops everything, including loads that have not ended. */
  clear(): void;
}

/**
 * Caches loaded values until they are cleared or newer ones need their place. Simultaneous callers share a load.
 * Failed loads, and loads that began before a clear, are not kept.
 */
export function createRecent<T>(load: (key: string) => Promise<T | null>): Recent<T> {
  const found = new Map<string, Promise<T | null>>();
  const absent = new Map<string, Promise<T | null>>();
  const loading = new Map<string, Promise<T | null>>();

  function begin(key: string): Promise<T | null> {
    const value = load(key);
    loading.set(key, value);
    const isCurrent = () => loading.get(key) === value && loading.delete(key);
    value.then(
      (loaded) => {
        if (!isCurrent()) return;
        if (loaded === null) keep(absent, mostAbsent, key, value);
        else keep(found, mostFound, key, value);
      },
      () => void isCurrent(),
    );
    return value;
  }

  return {
    get: (key) => found.get(key) ?? absent.get(key) ?? loading.get(key) ?? begin(key),
    clear() {
      for (const entries of [found, absent, loading]) entries.clear();
    },
  };
}

function keep<V>(entries: Map<string, V>, most: number, key: string, value: V): void {
  if (entries.size >= most) {
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      break;
    }
  }
  entries.set(key, value);
}
