import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { createSigner, type SolanaSigner } from './signer.ts';
import { toSignFunction } from './toSignFunction.ts';
import type { SignSolana } from './transactions.ts';

/**
 * Returns the functions by which the user's Solana wallet signs and sends, in the form of the Wallet Standard's features: bytes,
 * several at a time.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it is told which of a call's inputs it is
 * @throws ServiceError nothing by itself; its functions as {@link sendSolanaTransaction} and {@link signSolanaMessage}
 * @example
 * const { signAndSendTransaction } = await getSolanaSigner(client);
 */
export async function getSolanaSigner(
  client: LatchkeyClient,
  input: { readonly sign?: SignSolana } = {},
): Promise<SolanaSigner> {
  const { frame, session } = contextsOf(client);
  return createSigner(session, toSignFunction(frame, input));
}
