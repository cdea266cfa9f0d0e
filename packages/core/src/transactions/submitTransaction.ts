import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type SubmitInput, submit } from './sending/submit.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends a transaction that {@link prepareTransaction} prepared and the user approved. It stays stored in
 * this browser until its block is final, so that the user's next page can send it if this page is closed.
 *
 * @param input.sign replaces direct signing, for example with `approveRequest`
 * @returns its hash
 * @throws ServiceError `transaction_failure` with `details.hash`, an error if the chain could not be read, and the
 *   errors of signing
 */
export async function submitTransaction(client: LatchkeyClient, input: SubmitInput): Promise<Hex> {
  return submit(contextsOf(client).frame, input);
}
