import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import type { Hex } from './transaction.ts';

/**
 * Cancels a pending transaction: signs and sends an empty transaction with the same nonce and a higher fee. The chain
 * accepts only one of the two. Without `sign` it shows no review: ask the user first.
 *
 * @param input.sign replaces direct signing, for example with `approveRequest`
 * @returns the hash of the new transaction; once it is in a block, a caller that waits for the earlier one gets
 *   `transaction_failure`
 * @throws ServiceError `transaction_failure` if the earlier one is no longer pending, if the node does not accept the
 *   new one, or if the fee is excessive and there is no `sign`; `unsupported_chain_id`, and the errors of the node and
 *   of signing
 */
export async function cancelTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(contextsOf(client).frame, 'cancel', input);
}
