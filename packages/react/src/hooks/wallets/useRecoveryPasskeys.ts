import { loadRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core';
import type { ServiceError, WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { PasskeysInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from './useListOfUser.ts';

export interface UseRecoveryPasskeys {
  /** Passkeys, oldest first. Null until they are loaded, if the last load failed, and while no user is signed in. */
  passkeys: readonly RecoveryPasskey[] | null;
  /** Error of the last load, or null. */
  error: ServiceError | null;
  /** Reloads the list. A failure is set as `error`. */
  refresh(): Promise<void>;
  /**
   * Opens the modal, where the user adds and removes passkeys. Resolves after the modal has closed and the list was
   * reloaded.
   */
  manage(input?: PasskeysInput): Promise<void>;
  /**
   * Adds a passkey, in a popup of the service. Call it in a click handler, because browsers block other popups.
   *
   * Fails with `exited_passkey_flow`, `unknown_auth_error` (the browser opened no popup), `recent_login_required` (then
   * use `manage`, where the user can confirm the login), `cannot_link_more_of_type`, `wallet_not_on_device`, or the
   * wallet frame's error.
   */
  add(input?: PasskeysInput): Promise<WalletAccount>;
  /** Removes a passkey. If the login is too old, the user confirms in the modal first. */
  remove(passkey: Pick<RecoveryPasskey, 'id'>): Promise<void>;
  /**
   * Recovers the wallet on this device with a passkey, in a popup of the service. The modal also offers this.
   *
   * Fails with `exited_passkey_flow`, `unknown_auth_error`, `recovery_passkey_not_found`, or the wallet frame's error.
   */
  recover(input?: PasskeysInput): Promise<WalletAccount>;
}

/**
 * Manages the passkeys that open the user's wallets in a new browser, in addition to the recovery method. They cannot
 * be used to log in.
 *
 * @example
 * ```tsx
 * const { passkeys, manage } = useRecoveryPasskeys();
 * return <button onClick={() => manage()}>Wallet passkeys ({passkeys?.length ?? 0})</button>;
 * ```
 */
export function useRecoveryPasskeys(): UseRecoveryPasskeys {
  const result = useBindingResult();
  // Listing loads the code of the other operations before a click, because a popup must open in the click handler.
  const { items, error, refresh } = useListOfUser(async (client) =>
    (await loadRecoveryPasskeys()).listRecoveryPasskeys(client),
  );
  const manage = useStable(async (input: PasskeysInput = {}) => {
    await bindingOf(result).modal.open('recovery-passkeys', input);
    await refresh();
  });
  const add = useStable(async (input: PasskeysInput = {}) => {
    const wallet = await (await loadRecoveryPasskeys()).addRecoveryPasskey(bindingOf(result).client, input);
    await refresh();
    return wallet;
  });
  const remove = useStable(async (passkey: Pick<RecoveryPasskey, 'id'>) => {
    const { client, modal } = bindingOf(result);
    await modal.confirmed(async () => (await loadRecoveryPasskeys()).removeRecoveryPasskey(client, passkey));
    await refresh();
  });
  const recover = useStable(async (input: PasskeysInput = {}) =>
    (await loadRecoveryPasskeys()).recoverWithPasskey(bindingOf(result).client, input),
  );
  return { passkeys: items, error, refresh, manage, add, remove, recover };
}
