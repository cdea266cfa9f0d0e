import { limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

/**
 * Creates a function that runs tasks one at a time: it waits for earlier tasks of the same function, and for tasks
 * under the same name in other tabs of the origin. It waits for other tabs at most as long as a call to the service may
 * take (20 s), and not at all if the browser has no locks or refuses them.
 */
export function createExclusive({ window, clock }: Environment, name: string) {
  const locks = window?.navigator.locks;
  let last: Promise<unknown> = Promise.resolve();

  function queueInPage<T>(task: () => Promise<T>): Promise<T> {
    const turn = last.then(task);
    last = turn.catch(() => {});
    return turn;
  }

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (!locks) return queueInPage(task);
    const patience = new AbortController();
    const timer = clock.setTimeout(() => patience.abort(), limits.callTimeoutMs);
    let hasBegun = false;
    try {
      return await locks.request(name, { signal: patience.signal }, () => {
        hasBegun = true;
        clock.clearTimeout(timer);
        // Another task of this page may be running without the lock, if it waited too long for another tab.
        return queueInPage(task);
      });
    } catch (error) {
      if (hasBegun) throw error;
      return queueInPage(task);
    } finally {
      clock.clearTimeout(timer);
    }
  };
}
