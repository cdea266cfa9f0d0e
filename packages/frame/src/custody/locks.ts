/** Time that a tab waits for a lock of another tab, in ms. A frozen background tab may keep a lock. */
const waitMs = 5000;

/** Runs functions that share a name one after the other, in this page and usually across tabs. */
export type WithLock = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/**
 * Creates the locks of an app. They work within this page, and across tabs if the browser offers Web Locks.
 *
 * If the browser refuses Web Locks (blocked third-party storage), or another tab keeps the lock for {@link waitMs}, the
 * function runs anyway. So locks make races between tabs rare, but do not exclude them.
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
