import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { pollForReceipt, type ReceiptInput } from './sending/pollForReceipt.ts';
import type { TransactionReceipt } from './transaction.ts';

/**
 * Waits for the receipt of a transaction. Sends a transaction of this browser again if the node lost it. Returns the
 * receipt of its replacement if it was sped up.
 *
 * @param input.signal ends the wait, but does not stop the transaction
 * @throws ServiceError `transaction_failure` if it was reverted, cancelled, replaced or refused, with `details.hash`;
 *   `client_request_timeout` after 10 minutes, `unsupported_chain_id`
 */
export async function waitForReceipt(
  client: LatchkeyClient,
  input: ReceiptInput,
): Promise<TransactionReceipt> {
  return pollForReceipt(contextsOf(client).session, input);
}
