import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type SubmitInput, submit } from './sending/submit.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends a transaction that {@link prepareTransaction} prepared and the user approved. Stores it in this
 * browser before it sends it, so the user's next page can send it if this page is closed.
 *
 * @param input.sign replaces direct signing, for example with `approveRequest`
 * @returns the hash of the transaction; of the earlier attempt if `prepared.continues` is set
 * @throws ServiceError `transaction_failure` (with `details.hash` if it was stored), `prepared.failure` (if there is
 *   one) if `prepared.transaction` is null, `unsupported_chain_id`, and the errors of the node and of signing
 */
export async function submitTransaction(client: LatchkeyClient, input: SubmitInput): Promise<Hex> {
  return submit(contextsOf(client).frame, input);
}
