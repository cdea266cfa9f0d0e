/** Names that someone has, kept until a change; far more than one deployment's apps. */
const mostFound = 10_000;

/** Names that no one has are the callers' to make up: a few are kept, and none takes the place of one that is there. */
const mostAbsent = 1_000;

export interface Recent<T> {
  get(key: string): Promise<T | null>;
  /** Drops everything: what is loaded from here on is new. */
  clear(): void;
}

/**
 * Keeps what was loaded until it is cleared. Callers that come while a load runs share it; a failed load is not kept,
 * so that the next caller tries again; one that began before a clear is not kept either.
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

/** Adds an entry; when there are too many, the oldest goes. */
function keep<V>(entries: Map<string, V>, most: number, key: string, value: V): void {
  if (entries.size >= most) {
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      break;
    }
  }
  entries.set(key, value);
}
