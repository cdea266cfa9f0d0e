import { fail } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { getPrepared } from '../sending/submit.ts';
import type { CheckedTransaction, Hex, PreparedTransaction } from '../transaction.ts';
import { prepare } from './prepare.ts';

/**
 * Prepares a transaction that is signed without a screen. Rejects one that the wallet cannot pay, that lacks a field
 * because the node did not return it, or whose fee is excessive. Ignores other warnings. Does not check a retry whose
 * earlier attempt is continued.
 *
 * @param retryOf hash of a failed attempt
 * @throws ServiceError `insufficient_balance` (TX-11), `transaction_failure`, `unsupported_chain_id`, and the
 *   node's errors
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
 * Rejects a transaction that must not be signed without a review. A malicious node could report high fees, which
 * nobody would see. Fees below the limit of the warning `excessive-fee` pass.
 *
 * @throws ServiceError `insufficient_balance` (TX-11), `transaction_failure`
 */
function assertFitUnseen(prepared: PreparedTransaction): void {
  const { failure, continues } = prepared;
  if (continues) return;
  const isRead = failure === null || failure.code === 'transaction_failure';
  // `type` is the frame's error type for this case (EMBW-18).
  if (isRead && prepared.isShort) fail('insufficient_balance', { details: { type: 'insufficient_funds' } });
  getPrepared(prepared);
  if (prepared.warnings.includes('excessive-fee'))
    fail('transaction_failure', { message: 'The fee is so high that a person must approve it' });
}
