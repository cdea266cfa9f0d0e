import type { ConfirmationAct } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type Confirmation, confirmWith } from '../changes/index.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { signInBy, type WalletOperationInput } from './signIn.ts';

/**
 * Confirms an old login by a signature of one of the user's own wallets (`recent_login_required`).
 *
 * @throws ServiceError as {@link linkWallet}
 */
export async function confirmWithWallet(
  client: LatchkeyClient,
  { wallet, signal, act }: WalletOperationInput & { readonly act?: ConfirmationAct },
): Promise<Confirmation> {
  checkNotEmbedded(client, wallet);
  const { message, signature, chainId } = await signInBy(client, wallet, signal);
  return confirmWith(client, { method: 'wallet', message, signature, chainId }, act);
}
