import { recoveryPasskeyRoutes, type WalletAccount } from '@latchkey/wire';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import { callFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';
import { getAccess } from './getAccess.ts';
import { withPasskeyPopup } from './recovery/passkeyPopup.ts';
import { toEntropyRef, unlockWallet } from './unlockWallet.ts';
import { getWallet } from './wallets.ts';

/** A passkey that recovers a wallet of the user's. */
export interface RecoveryPasskey {
  readonly id: string;
  readonly createdAt: Date;
  /** The wallets that it opens. */
  readonly addresses: readonly string[];
}

/**
 * Lets the person make a passkey, in a popup of the service's, that opens the wallet in a new browser beside its recovery
 * method. Call it while their press is being handled: browsers open no popup else.
 *
 * @param input.address the user's embedded wallet by default
 * @throws ServiceError `unknown_auth_error` (`details.reason`: `popup_blocked`), `exited_passkey_flow`,
 *   `recent_login_required` (then `reauthenticate` and call again), `cannot_link_more_of_type` beyond five, and as
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
      // Whether the login is recent enough is asked first, as for a key that is taken out: a passkey that was made and then
      // refused would stay in the person's list and open nothing. A second factor takes the place of that.
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
 * Gets a wallet onto this device by one of its passkeys, whatever its recovery method is. Call it while the person's press
 * is being handled.
 *
 * @throws ServiceError `unknown_auth_error` (`popup_blocked`), `exited_passkey_flow`, `recovery_passkey_not_found` for a
 *   passkey that does not recover this wallet, `must_be_authenticated`, `embedded_wallet_not_found`
 */
export async function recoverWithPasskey(
  client: LatchkeyClient,
  input: { readonly address?: string } = {},
): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  // What is asked before the popup has something for it also makes sure that the vault is up and knows the session.
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

/** Lists the passkeys that recover the user's wallets, oldest first. @throws ServiceError `must_be_authenticated` */
export async function listRecoveryPasskeys(client: LatchkeyClient): Promise<readonly RecoveryPasskey[]> {
  const { passkeys } = await callAsUser(contextsOf(client).frame, recoveryPasskeyRoutes.list);
  return passkeys.map(({ id, created_at, addresses }) => ({
    id,
    createdAt: new Date(created_at * 1000),
    addresses,
  }));
}

/**
 * Makes a passkey open nothing any more. What an authenticator shows in its own list stays there until the person deletes
 * it.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required`, `recovery_passkey_not_found`
 */
export async function removeRecoveryPasskey(
  client: LatchkeyClient,
  { id }: Pick<RecoveryPasskey, 'id'>,
): Promise<void> {
  const asked = { params: { passkey_id: id }, body: {}, purpose: 'set_recovery' } as const;
  await callAsUser(contextsOf(client).frame, recoveryPasskeyRoutes.remove, asked);
}

/**
 * Loads the operations on passkeys that recover wallets. Load them ahead: two of them open a popup, which browsers block after an
 * asynchronous import.
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
