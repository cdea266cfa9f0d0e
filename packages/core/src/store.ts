/** A value that can be watched. Its object is a new one after every change and the same until then. */
export interface Store<T extends object> {
  get(): T;
  /** Merges a change in; listeners hear of it only if a field differs. */
  set(change: Partial<T>): void;
  /** Calls back after every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Calls listeners. One that throws is a mistake in the host's code: the page's console hears of it, while the others and
 * anyone who changed the value go on (a login must not fail after its tokens are kept).
 */
export function notify<T>(listeners: Iterable<(payload: T) => void>, payload: T): void {
  for (const listener of [...listeners]) {
    try {
      listener(payload);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** Makes a store, fit for React's `useSyncExternalStore`. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(change) {
      const fields = Object.keys(change) as (keyof T)[];
      if (fields.every((field) => Object.is(value[field], change[field]))) return;
      value = { ...value, ...change };
      notify(listeners, undefined);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
