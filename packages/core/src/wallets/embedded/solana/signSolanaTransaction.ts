import { fail } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { type SolanaInput, toSignFunction } from './toSignFunction.ts';
import { signTransactions } from './transactions.ts';

/**
 * Signs a serialised transaction with the user's Solana wallet and returns it serialised. Existing signatures are
 * kept. Shows no review: ask the user first.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` if it is not a transaction,
 *   or not one that this wallet signs, `wallet_proxy_timeout`, and other errors of the wallet frame
 */
export async function signSolanaTransaction(
  client: LatchkeyClient,
  input: SolanaInput & { readonly transaction: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> {
  const { frame, session } = contextsOf(client);
  const { transaction, address } = input;
  const [signed] = await signTransactions(session, [{ transaction, address }], toSignFunction(frame, input));
  return signed ?? fail('unable_to_sign');
}
