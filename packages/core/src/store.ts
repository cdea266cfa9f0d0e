/** Observable value. Its object stays the same until it changes, and is then replaced. */
export interface Store<T extends object> {
  get(): T;
  /** Merges a change. Listeners are called only if a field differs. */
  set(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Calls listeners. An error in a listener is a mistake in the host's code. It is reported in the page's console, and
 * does not stop the other listeners or the code that changed the value (a login must not fail after its tokens are
 * stored).
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

/** Creates a store, suitable for React's `useSyncExternalStore`. */
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
