import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { createSigner, type SolanaSigner } from './signer.ts';
import { toSignFunction } from './toSignFunction.ts';
import type { SignSolana } from './transactions.ts';

/**
 * Returns the signing and sending functions of the user's Solana wallet, in the form of the Wallet Standard's
 * features: they take bytes and several inputs at a time.
 *
 * @param input.sign replaces direct signing, for a host that asks the user first; its second argument is the index
 *   of the input
 * @throws ServiceError only from the returned functions, as {@link sendSolanaTransaction} and {@link
 *   signSolanaMessage}
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
