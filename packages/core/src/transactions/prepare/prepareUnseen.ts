import { fail } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { getPrepared } from '../sending/submit.ts';
import type { CheckedTransaction, Hex, PreparedTransaction } from '../transaction.ts';
import { prepare } from './prepare.ts';

/**
 * Prepares a transaction that is signed without a screen, and refuses what no one should sign without a look.
 *
 * @param retryOf the hash of an attempt that failed
 * @throws ServiceError `insufficient_balance` (TX-11), `transaction_failure`, `unsupported_chain_id`
 */
export async function prepareUnseen(
  session: SessionContext,
  request: CheckedTransaction,
  retryOf: Hex | undefined,
): Promise<PreparedTransaction> {
  const prepared = await prepare(session, { request, retryOf: retryOf ?? null, isForReview: false });
  assertFitUnseen(prepared);
  return prepared;
}

/**
 * Refuses what no one should sign without a look. Threat: a node that lies about fees, and has a wallet that asks no one pay
 * them.
 *
 * @throws ServiceError `insufficient_balance` (TX-11), `transaction_failure`
 */
function assertFitUnseen(prepared: PreparedTransaction): void {
  const { failure, continues } = prepared;
  if (continues) return;
  const isRead = failure === null || failure.code === 'transaction_failure';
  // The type is the wallet's own word for it (EMBW-18).
  if (isRead && prepared.isShort) fail('insufficient_balance', { details: { type: 'insufficient_funds' } });
  getPrepared(prepared);
  if (prepared.warnings.includes('excessive-fee'))
    fail('transaction_failure', { message: 'The fee is so high that a person must approve it' });
}
