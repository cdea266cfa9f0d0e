/** How long one tab waits for another, in ms. A frozen background tab may hold a lock for ever. */
const waitMs = 5000;

/** Runs acts under a name one after the other. */
export type WithLock = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/**
 * Makes the locks of an app: within this page always, across tabs where the browser lends Web Locks.
 *
 * Where it refuses them (blocked third-party storage) or another tab does not let go, the act runs all the same: the
 * service decides every race, locks only make races rare.
 */
export function createLocks(appId: string): WithLock {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const run = before.then(() => runAcrossTabs(`latchkey:${appId}:${name}`, act));
    const settled = run.catch(() => undefined);
    last.set(name, settled);
    return run;
  };
}

async function runAcrossTabs<T>(name: string, act: () => Promise<T>): Promise<T> {
  let started = false;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), waitMs);
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      started = true;
      return act();
    });
  } catch (error) {
    if (started) throw error;
    return act();
  } finally {
    clearTimeout(timer);
  }
}
