import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type ReplaceInput, replace } from './sending/replace.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends a transaction that waits anew for a higher fee, under the same nonce: the chain takes one of the two.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one gets its receipt
 * @throws ServiceError as {@link cancelTransaction}
 */
export async function speedUpTransaction(client: LatchkeyClient, input: ReplaceInput): Promise<Hex> {
  return replace(contextsOf(client).frame, 'speed-up', input);
}
