import type { PageContext } from '../../contexts.ts';
import { withStorageLock } from '../../storageLock.ts';

/**
 * The lease is longer than a minute, because a hidden tab may renew it only once a minute, for example while the user
 * gives a second factor.
 */
const lock = { name: 'transactions', leaseMs: 90_000 } as const;

/**
 * Runs a task while no other tab of the app on this origin runs one, as far as the browser allows. Two tabs could
 * otherwise sign the same nonce, and the chain would accept only one of their transactions.
 */
export const withTransactionLock = <T>(page: PageContext, task: () => Promise<T>): Promise<T> =>
  withStorageLock(page, lock, task);
