import type { WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getAccess } from '../getAccess.ts';
import { toEntropyRef } from '../unlockWallet.ts';
import { getWallet } from '../wallets.ts';
import { type RecoverySecret, toFrameSecret } from './secret.ts';

/**
 * Recovers a wallet on this device with the secret that its recovery method requires.
 *
 * @param input.password for `user-passcode`
 * @param input.accessToken for `google-drive` and `icloud`
 * @param input.address the user's Ethereum wallet by default
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` (the secret is missing),
 *   `invalid_recovery_pin` (the password is wrong), `too_many_requests`, `recent_login_required`,
 *   `wallet_proxy_timeout`, and other errors of the wallet frame
 * @example
 * await recoverWallet(client, { password });
 */
export async function recoverWallet(
  client: LatchkeyClient,
  { address, ...secret }: RecoverySecret & { readonly address?: string } = {},
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  const { user, accessToken } = await getAccess(session);
  const wallet = getWallet(user, address);
  await callFrame(frame, 'recover', 'privy:wallets:recover', {
    accessToken,
    ...toEntropyRef(user, wallet),
    ...toFrameSecret(wallet.recoveryMethod, secret),
  });
  return wallet;
}
