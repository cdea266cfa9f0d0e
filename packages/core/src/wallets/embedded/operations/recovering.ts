import type { WalletAccount } from '@latchkey/wire';
import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';
import type { Recovery, RecoverySecret } from '../recovery/secret.ts';

/**
 * Unlocks a wallet in the frame, recovering it first where this device does not hold it and recovery is automatic.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_not_on_device`, `wallet_proxy_timeout`
 */
export async function connectWallet(
  client: LatchkeyClient,
  input: { address?: string } = {},
): Promise<WalletAccount> {
  const room = await import('../unlockWallet.ts');
  return (await room.connectWallet(internalsOf(client), input.address)).wallet;
}

/**
 * Gets a wallet onto this device by what its recovery method asks for.
 *
 * @param input.password for `user-passcode`
 * @param input.accessToken for `google-drive` and `icloud`
 * @param input.address the user's embedded wallet by default
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` (the secret is missing),
 * `invalid_recovery_pin` (the password is wrong), `too_many_requests`, `recent_login_required`, `wallet_proxy_timeout`
 * @example
 * await recoverWallet(client, { password });
 */
export async function recoverWallet(
  client: LatchkeyClient,
  input: RecoverySecret & { readonly address?: string } = {},
): Promise<WalletAccount> {
  const room = await import('../recovery/recoverBySecret.ts');
  return room.recoverWallet(internalsOf(client), input);
}

/**
 * Changes how a wallet is recovered, on a device that holds it. Until it is done the old way works, after it only the new.
 *
 * @throws ServiceError as {@link recoverWallet}, `recent_login_required` (confirm it by `reauthenticate`),
 * `recovery_changed` (changed elsewhere meanwhile), `not_supported` (a Solana wallet recovers automatically)
 * @example
 * await setRecovery(client, { method: 'user-passcode', password });
 */
export async function setRecovery(
  client: LatchkeyClient,
  input: Recovery & { readonly address?: string },
): Promise<WalletAccount> {
  const room = await import('../recovery/changeRecovery.ts');
  return room.setRecovery(internalsOf(client), input);
}
