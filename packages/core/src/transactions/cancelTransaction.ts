import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import type { Hex } from './transaction.ts';

/**
 * Cancels a pending transaction: signs and sends an empty one with the same nonce and a higher fee. The chain accepts
 * only one of the two. Shows no review: ask the user first.
 *
 * @param input.sign replaces direct signing, for example with `approveRequest`
 * @returns the hash of the new transaction; once it is in a block, a caller that waits for the earlier one gets
 *   `transaction_failure`
 * @throws ServiceError `transaction_failure` if the earlier one is no longer pending or the fee is excessive, and
 *   the errors of signing
 */
export async function cancelTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(contextsOf(client).frame, 'cancel', input);
}
