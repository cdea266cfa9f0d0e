import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type SubmitInput, submit } from './sending/submit.ts';
import type { Hex } from './transaction.ts';

/**
 * Signs and sends what {@link prepareTransaction} prepared and a person agreed to. It is kept in this browser until a chain
 * has it, so that a page that is closed in between neither loses nor doubles it.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns its hash
 * @throws ServiceError `transaction_failure` with `details.hash`, what could not be read of the chain, and what signing throws
 */
export async function submitTransaction(client: LatchkeyClient, input: SubmitInput): Promise<Hex> {
  return submit(contextsOf(client).frame, input);
}
