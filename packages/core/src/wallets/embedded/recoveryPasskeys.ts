import { recoveryPasskeyRoutes, type WalletAccount } from '@latchkey/wire';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import { callFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';
import { getAccess } from './getAccess.ts';
import { withPasskeyPopup } from './recovery/passkeyPopup.ts';
import { toEntropyRef, unlockWallet } from './unlockWallet.ts';
import { getWallet } from './wallets.ts';

/** Passkey that recovers some of the user's wallets. */
export interface RecoveryPasskey {
  readonly id: string;
  readonly createdAt: Date;
  /** Addresses of the wallets that it recovers. */
  readonly addresses: readonly string[];
}

/**
 * Creates a passkey in the service's popup. The passkey recovers the wallet in a new browser, in addition to the
 * wallet's recovery method. Call this function in a click handler, because browsers block popups that open later.
 *
 * @param input.address the user's Ethereum wallet by default
 * @throws ServiceError `unknown_auth_error` (`details.reason`: `popup_blocked`), `exited_passkey_flow`,
 *   `recent_login_required` (call `reauthenticate`, then call again), `cannot_link_more_of_type` beyond five, and as
 *   `connectWallet`
 * @example
 * button.onclick = () => addRecoveryPasskey(client);
 */
export async function addRecoveryPasskey(
  client: LatchkeyClient,
  input: { readonly address?: string } = {},
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  return withPasskeyPopup(frame, {
    use: 'create',
    purpose: 'set_recovery',
    async act(request) {
      const { wallet, frameRef } = await unlockWallet(frame, input.address);
      // The service refuses a passkey if the login is too old. The passkey would then stay on the authenticator and
      // recover nothing, so the login is checked first. Users with a second factor verify it instead.
      const asked = { ...frameRef, address: wallet.address };
      if (!hasFactor(session)) await callFrame(frame, 'export', 'privy:wallets:check-export', asked);
      await request();
      await callFrame(frame, 'setRecovery', 'privy:wallets:add-passkey', frameRef);
      return wallet;
    },
  });
}

const hasFactor = (session: SessionContext) => (session.state.get().user?.mfaMethods.length ?? 0) > 0;

/**
 * Recovers a wallet on this device with one of its passkeys, whatever its recovery method. Call it in a click
 * handler.
 *
 * @throws ServiceError `unknown_auth_error` (`popup_blocked`), `exited_passkey_flow`, `recovery_passkey_not_found` for
 *   a passkey that does not recover this wallet, `must_be_authenticated`, `embedded_wallet_not_found`, and other errors
 *   of the wallet frame
 */
export async function recoverWithPasskey(
  client: LatchkeyClient,
  input: { readonly address?: string } = {},
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  // Checking the second factor before the popup loads its page also makes sure that the vault runs and knows the
  // session.
  return withPasskeyPopup(frame, {
    use: 'use',
    purpose: undefined,
    async act(request) {
      const { user, accessToken } = await getAccess(session);
      const wallet = getWallet(user, input.address);
      await request();
      const frameRef = { accessToken, ...toEntropyRef(user, wallet) };
      await callFrame(frame, 'recover', 'privy:wallets:recover-by-passkey', frameRef);
      return wallet;
    },
  });
}

/**
 * Lists the passkeys that recover the user's wallets, oldest first. @throws ServiceError `must_be_authenticated`, and
 * the codes of the route
 */
export async function listRecoveryPasskeys(client: LatchkeyClient): Promise<readonly RecoveryPasskey[]> {
  const { passkeys } = await callAsUser(contextsOf(client).frame, recoveryPasskeyRoutes.list);
  return passkeys.map(({ id, created_at, addresses }) => ({
    id,
    createdAt: new Date(created_at * 1000),
    addresses,
  }));
}

/**
 * Removes a passkey, so the service no longer releases a wallet for it. It stays on the authenticator until the user
 * deletes it there.
 *
 * @throws ServiceError `must_be_authenticated`, `account_on_hold`, `recent_login_required`,
 *   `recovery_passkey_not_found`, or an error of the verification that confirms the login
 */
export async function removeRecoveryPasskey(
  client: LatchkeyClient,
  { id }: Pick<RecoveryPasskey, 'id'>,
): Promise<void> {
  const asked = { params: { passkey_id: id }, body: {}, purpose: 'set_recovery' } as const;
  await callAsUser(contextsOf(client).frame, recoveryPasskeyRoutes.remove, asked);
}

/**
 * Loads the operations on recovery passkeys. Load them in advance: two of them open a popup, which browsers block
 * after an asynchronous import.
 *
 * @example
 * const { addRecoveryPasskey } = await loadRecoveryPasskeys();
 * button.onclick = () => addRecoveryPasskey(client);
 */
export const loadRecoveryPasskeys = () => ({
  addRecoveryPasskey,
  listRecoveryPasskeys,
  recoverWithPasskey,
  removeRecoveryPasskey,
});
