import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { prepare } from './prepare/prepare.ts';
import { type TransactionInput, toTransactionQuestion } from './request/toTransactionQuestion.ts';
import type { Hex, PreparedTransaction } from './transaction.ts';

export interface RetryInput {
  /**
   * Hash of a failed attempt. The new attempt ignores `nonce` and gets one from the node. An attempt that succeeded or
   * may still be mined is continued instead.
   */
  readonly retryOf?: Hex | undefined;
}

/**
 * Checks a transaction and reads everything that a review shows, in one round. Does not throw errors of the chain's
 * node. If they mean that the transaction will likely fail, or if a needed answer is missing, `failure` has the first of
 * them.
 *
 * @param input.retryOf hash of a failed attempt; the new one gets a nonce from the node
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found`,
 *   `invalid_data`, `unsupported_chain_id`
 * @example
 * const prepared = await prepareTransaction(client, { transaction: { to, value: '0x38d7ea4c68000' } });
 * if (await isApproved(prepared)) await submitTransaction(client, { prepared });
 */
export async function prepareTransaction(
  client: LatchkeyClient,
  input: TransactionInput & RetryInput,
): Promise<PreparedTransaction> {
  const { session } = contextsOf(client);
  const { transaction } = await toTransactionQuestion(session, input);
  return prepare(session, { request: transaction, retryOf: input.retryOf ?? null, isForReview: true });
}
