import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { pollForReceipt, type ReceiptInput } from './sending/pollForReceipt.ts';
import type { TransactionReceipt } from './transaction.ts';

/**
 * Waits for the receipt of a transaction, sending it again where the node has lost it.
 *
 * @param input.signal ends the waiting; the transaction goes on
 * @throws ServiceError `transaction_failure` where it was reverted, cancelled or replaced, with `details.hash`;
 * `client_request_timeout` after 10 minutes, `unsupported_chain_id`
 */
export async function waitForReceipt(
  client: LatchkeyClient,
  input: ReceiptInput,
): Promise<TransactionReceipt> {
  return pollForReceipt(contextsOf(client).session, input);
}
