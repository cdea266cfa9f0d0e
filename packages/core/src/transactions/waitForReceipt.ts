import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { pollForReceipt, type ReceiptInput } from './sending/pollForReceipt.ts';
import type { TransactionReceipt } from './transaction.ts';

/**
 * Waits for the receipt of a transaction. Sends it again if the node lost it.
 *
 * @param input.signal ends the wait, but not the transaction
 * @throws ServiceError `transaction_failure` if it was reverted, cancelled or replaced, with `details.hash`;
 *   `client_request_timeout` after 10 minutes, `unsupported_chain_id`
 */
export async function waitForReceipt(
  client: LatchkeyClient,
  input: ReceiptInput,
): Promise<TransactionReceipt> {
  return pollForReceipt(contextsOf(client).session, input);
}
