import { limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

/**
 * Runs a task while no other task of this instance runs, and none of the same name in another tab of the origin. Best
 * effort between tabs: if the browser has no locks, or another tab holds the lock for longer than a call may take, the
 * task runs anyway.
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
        // A task that lost patience with the lock of another tab may run without one.
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
