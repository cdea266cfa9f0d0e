/** Runs only one task of each name at a time. Callers during the run get the same result (SESS-17). */
export interface SingleFlight {
  run<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** Creates a {@link SingleFlight}. A name must always stand for the same type of result. */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();
  return {
    run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const current = running.get(name);
      if (current) return current as Promise<T>;
      const started = task().finally(() => running.delete(name));
      running.set(name, started);
      return started;
    },
  };
}
