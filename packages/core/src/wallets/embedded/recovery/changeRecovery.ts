import { fail, type WalletAccount } from '@latchkey/wire';
import { internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { verifyAnew } from '../../../mfa/index.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { unlockWallet } from '../unlockWallet.ts';
import { getWallet, isSameAddress } from '../wallets.ts';
import { checkSharedEntropy } from './checkSharedEntropy.ts';
import { checkNewSecret, type Recovery, toFrameSecret } from './secret.ts';

/** Changes how a wallet is recovered, and waits until the service lists it so (RECO-34). */
export async function changeRecovery(
  client: LatchkeyClient,
  recovery: Recovery & { readonly address?: string },
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  const { user } = await getAccess(internals);
  const { method } = recovery;
  checkSharedEntropy(user, method, getWallet(user, recovery.address));
  checkNewSecret(recovery, internals.state.get().settings);
  const secret = toFrameSecret(method, recovery);
  await verifyAnew(internals, 'set_recovery');
  const { wallet, frameRef } = await unlockWallet(internals, recovery.address);
  const { recoveryMethod: existingRecoveryMethod } = wallet;
  await askFrame(internals, 'setRecovery', 'privy:wallets:set-recovery', {
    ...frameRef,
    ...secret,
    recoveryMethod: method,
    ...(existingRecoveryMethod ? { existingRecoveryMethod } : {}),
  });
  // The first answer may belong to a refresh that began before the change.
  for (let tries = 0; tries < 2; tries += 1) {
    const updated = await internals.session.refreshUser();
    const account = updated?.linkedAccounts.find(
      (one) => one.type === 'wallet' && isSameAddress(one.address, wallet.address),
    );
    if (account?.type === 'wallet' && account.recoveryMethod === method) return account;
  }
  return fail('unknown_embedded_wallet_error', { message: 'Updated user is missing the new recovery.' });
}
