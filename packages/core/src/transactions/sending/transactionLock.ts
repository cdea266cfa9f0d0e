import type { PageContext } from '../../contexts.ts';
import { withStorageLock } from '../../storageLock.ts';

/** Longer than anything that is done under the lock: a frame that loads anew and a node that times out. */
const lock = { name: 'transactions', leaseMs: 90_000 } as const;

/**
 * Runs a task while no other tab of this origin runs one: nonces are given out, and what is under way is kept, by one at a
 * time. Threat: two tabs that sign the same nonce, of which a chain takes one and the other person waits for ever.
 */
export const withTransactionLock = <T>(page: PageContext, task: () => Promise<T>): Promise<T> =>
  withStorageLock(page, lock, task);
