import type { PageContext } from '../../contexts.ts';
import { withStorageLock } from '../../storageLock.ts';

/** The lease is renewed while a user answers, such as for a second factor. Hidden tabs do that once a minute. */
const lock = { name: 'transactions', leaseMs: 90_000 } as const;

/**
 * Runs a task while no other tab of this origin runs one. Two tabs could otherwise sign the same nonce, and the chain
 * would accept only one of their transactions.
 */
export const withTransactionLock = <T>(page: PageContext, task: () => Promise<T>): Promise<T> =>
  withStorageLock(page, lock, task);
