import { fail } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getSolanaWallet, toMessageRequest } from './request.ts';
import { type SolanaInput, toSignFunction } from './toSignFunction.ts';

/**
 * Signs a text with the user's Solana wallet. Shows no review: ask the user first. Rejects a text that is a transaction
 * of this wallet.
 *
 * @returns the signature, in base58
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`,
 *   and other errors of the wallet frame
 * @example
 * const signature = await signSolanaMessage(client, { message: 'Hello' });
 */
export async function signSolanaMessage(
  client: LatchkeyClient,
  input: SolanaInput & { readonly message: string },
): Promise<string> {
  const { frame, session } = contextsOf(client);
  const { address } = await getSolanaWallet(session, input.address);
  if (typeof input.message !== 'string') fail('invalid_message');
  return toSignFunction(frame, input)(toMessageRequest(input.message, address), 0);
}
