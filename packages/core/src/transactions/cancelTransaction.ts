import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends a transaction that does nothing under the nonce of one that waits, for a higher fee: the chain takes one of
 * the two. Shows nothing: the caller has asked.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one hears `transaction_failure`
 * @throws ServiceError `transaction_failure` where it does not wait any more, and what signing throws
 */
export async function cancelTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(contextsOf(client).frame, 'cancel', input);
}
