import { fail, isCode, isEmbeddedWallet, type User, type WalletAccount } from '@latchkey/wire';
import { contextsOf, type FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { noteFresh } from '../../../step-up/index.ts';
import { getAccess } from '../getAccess.ts';
import { toEntropyRef } from '../unlockWallet.ts';
import { withPasskeyPopup } from './passkeyPopup.ts';

/**
 * Proof of identity with the recovery of the user's first wallet: its password, or a passkey that the service's popup
 * requests.
 */
export type RecoveryProof = { readonly recoveryPassword: string } | { readonly passkey: true };

/**
 * Verifies the identity of a user who lost every second factor, with the recovery password or passkey of their first
 * wallet. It permits one change of factors within two minutes, and opens no wallet. For a passkey, call it in a click
 * handler.
 *
 * @throws ServiceError `invalid_recovery_pin` for a wrong password, `too_many_requests`,
 *   `mfa_verification_max_attempts_reached`, `not_supported` for a wallet with another recovery method,
 *   `recovery_passkey_not_found`, `exited_passkey_flow`, `unknown_auth_error` (`popup_blocked`),
 *   `embedded_wallet_not_found`, `must_be_authenticated`, and other errors of the wallet frame
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

/**
 * Makes the vault run and know the session before the popup sends it anything. Ignores that a second factor is missing,
 * because the user has lost it.
 */
async function raiseVault(frame: FrameContext): Promise<void> {
  const { accessToken } = await getAccess(frame.session);
  await callFrame(frame, 'verify', 'privy:mfa:verify', { accessToken }).catch((error: unknown) => {
    if (!isCode(error, 'missing_or_invalid_mfa')) throw error;
  });
}

/**
 * Returns the user's first wallet. An attacker with a stolen session could otherwise import a further wallet with a
 * password of their own, and prove the user's identity with it. The service accepts only the first wallet.
 */
function getFirstWallet({ linkedAccounts }: User): WalletAccount {
  const madeAt = ({ firstVerifiedAt, verifiedAt }: WalletAccount) =>
    (firstVerifiedAt ?? verifiedAt).getTime();
  const [first] = linkedAccounts.filter(isEmbeddedWallet).toSorted((a, b) => madeAt(a) - madeAt(b));
  return first ?? fail('embedded_wallet_not_found');
}
