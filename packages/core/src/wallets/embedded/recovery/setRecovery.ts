import { fail, type WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { verifyAnew } from '../../../mfa/index.ts';
import { getAccess } from '../getAccess.ts';
import { unlockWallet } from '../unlockWallet.ts';
import { getWallet, isSameAddress } from '../wallets.ts';
import { checkSharedEntropy } from './checkSharedEntropy.ts';
import { checkNewSecret, type Recovery, toFrameSecret } from './secret.ts';

/**
 * Changes the recovery method of a wallet. The old method works until the service stores the new one.
 *
 * @throws ServiceError as {@link recoverWallet}, `missing_or_invalid_mfa` as {@link signMessage},
 *   `wallet_not_on_device`, `recent_login_required` (call `reauthenticate`, then call again), `recovery_changed`
 *   (changed elsewhere in the meantime), `not_supported` (a Solana wallet, and the Ethereum wallet beside it, recover
 *   automatically)
 * @example
 * await setRecovery(client, { method: 'user-passcode', password });
 */
export async function setRecovery(
  client: LatchkeyClient,
  recovery: Recovery & { readonly address?: string },
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  const { user } = await getAccess(session);
  const { method } = recovery;
  checkSharedEntropy(user, method, getWallet(user, recovery.address));
  checkNewSecret(recovery, session.state.get().settings);
  const secret = toFrameSecret(method, recovery);
  await verifyAnew(frame, 'set_recovery');
  const { wallet, frameRef } = await unlockWallet(frame, recovery.address);
  const { recoveryMethod: existingRecoveryMethod } = wallet;
  await callFrame(frame, 'setRecovery', 'privy:wallets:set-recovery', {
    ...frameRef,
    ...secret,
    recoveryMethod: method,
    ...(existingRecoveryMethod ? { existingRecoveryMethod } : {}),
  });
  // The first answer may belong to a refresh that began before the change.
  for (let tries = 0; tries < 2; tries += 1) {
    const updated = await session.refreshUser();
    const account = updated?.linkedAccounts.find(
      (one) => one.type === 'wallet' && isSameAddress(one.address, wallet.address),
    );
    if (account?.type === 'wallet' && account.recoveryMethod === method) return account;
  }
  return fail('unknown_embedded_wallet_error', { message: 'Updated user is missing the new recovery.' });
}
