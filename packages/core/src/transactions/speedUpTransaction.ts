import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends a pending transaction again with the same nonce and a higher fee. The chain accepts only one of the
 * two. Without `sign` it shows no review: ask the user first.
 *
 * @param input.sign replaces direct signing, for example with `approveRequest`
 * @returns the hash of the new transaction; a caller that waits for the earlier one gets the receipt of the one
 *   that the chain accepted
 * @throws ServiceError as {@link cancelTransaction}
 */
export async function speedUpTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(contextsOf(client).frame, 'speed-up', input);
}
