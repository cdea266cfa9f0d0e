import { fail, isCode, isEmbeddedWallet, type User, type WalletAccount } from '@latchkey/wire';
import { contextsOf, type FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { noteFresh } from '../../../step-up/index.ts';
import { getAccess } from '../getAccess.ts';
import { toEntropyRef } from '../unlockWallet.ts';
import { withPasskeyPopup } from './passkeyPopup.ts';

/** What recovers the user's first wallet: its password, or a passkey that a popup of the service's asks for. */
export type RecoveryProof = { readonly recoveryPassword: string } | { readonly passkey: true };

/**
 * Proves by what recovers the wallet that the user had first who they are, where they lost every second factor: then one
 * change of factors is permitted, within two minutes. It opens no wallet. With a passkey, call it while their press is being handled.
 *
 * @throws ServiceError `invalid_recovery_pin` for a wrong password, `too_many_requests`, `not_supported` for a wallet that
 * recovers otherwise, `recovery_passkey_not_found`, `exited_passkey_flow`, `unknown_auth_error` (`popup_blocked`),
 * `embedded_wallet_not_found`, `must_be_authenticated`
 * @example
 * await proveByRecovery(client, { recoveryPassword });
 * await unenroll(client, 'totp');
 */
export async function proveByRecovery(client: LatchkeyClient, proof: RecoveryProof): Promise<void> {
  const { frame, session } = contextsOf(client);
  if ('recoveryPassword' in proof) await prove(frame, { recoveryPassword: proof.recoveryPassword });
  else
    await withPasskeyPopup(frame, {
      use: 'use',
      purpose: null,
      async act(request) {
        await raiseVault(frame);
        await request();
        await prove(frame, {});
      },
    });
  noteFresh(session, 'change_factors');
}

async function prove(frame: FrameContext, secret: { recoveryPassword?: string }): Promise<void> {
  const { user, accessToken } = await getAccess(frame.session);
  const asked = { accessToken, ...toEntropyRef(user, getFirstWallet(user)), ...secret };
  await callFrame(frame, 'verify', 'privy:mfa:prove-recovery', asked);
}

/** The vault must be up and know the session before the popup has something for it. That nothing is verified yet is no failure. */
async function raiseVault(frame: FrameContext): Promise<void> {
  const { accessToken } = await getAccess(frame.session);
  await callFrame(frame, 'verify', 'privy:mfa:verify', { accessToken }).catch((error: unknown) => {
    if (!isCode(error, 'missing_or_invalid_mfa')) throw error;
  });
}

/** Anyone who is logged in may import a further one, with a password of their own. */
function getFirstWallet({ linkedAccounts }: User): WalletAccount {
  const madeAt = ({ firstVerifiedAt, verifiedAt }: WalletAccount) =>
    (firstVerifiedAt ?? verifiedAt).getTime();
  const [first] = linkedAccounts.filter(isEmbeddedWallet).toSorted((a, b) => madeAt(a) - madeAt(b));
  return first ?? fail('embedded_wallet_not_found');
}
