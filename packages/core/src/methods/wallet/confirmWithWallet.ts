import type { ConfirmationAct } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type Confirmation, confirmWith } from '../changes/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { signInBy, type WalletOperationInput } from './signIn.ts';

/**
 * Confirms an old login with a signature from one of the user's own wallets, after `recent_login_required`.
 *
 * @throws ServiceError `must_be_authenticated`, `invalid_credentials` for a wallet that is not the user's,
 *   `not_supported` for an embedded wallet, and the codes of the wallet
 */
export async function confirmWithWallet(
  client: LatchkeyClient,
  { wallet, signal, act }: WalletOperationInput & { readonly act?: ConfirmationAct },
): Promise<Confirmation> {
  checkNotEmbedded(client, wallet);
  const { message, signature, chainId } = await signInBy(client, wallet, signal);
  return confirmWith(client, { method: 'wallet', message, signature, chainId }, act);
}
