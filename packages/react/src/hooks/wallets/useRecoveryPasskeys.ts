import { loadRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core';
import type { ServiceError, WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { PasskeysInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from './useListOfUser.ts';

export interface UseRecoveryPasskeys {
  /** Oldest first; null until they are known, and while no user is signed in. */
  passkeys: readonly RecoveryPasskey[] | null;
  /** Why they are not known, or null. */
  error: ServiceError | null;
  /** Asks for the list again; a failure stands in `error`. */
  refresh(): Promise<void>;
  /** Shows them in the modal, where the person adds and removes them; done when it closes. */
  manage(input?: PasskeysInput): Promise<void>;
  /**
   * Lets the person add one, in a popup of the wallet's own: call it while their press is being handled.
   *
   * Fails with `exited_passkey_flow`, `unknown_auth_error` (the browser opened no popup), `recent_login_required` (then
   * `manage`, which confirms the login first), `cannot_link_more_of_type`, `wallet_not_on_device`.
   */
  add(input?: PasskeysInput): Promise<WalletAccount>;
  /** Makes one open nothing any more. A person who logged in long ago confirms in the modal first. */
  remove(passkey: Pick<RecoveryPasskey, 'id'>): Promise<void>;
  /**
   * Gets the wallet onto this device by one of them, in the same popup. The modal offers it by itself where a wallet is
   * recovered.
   *
   * Fails with `exited_passkey_flow`, `unknown_auth_error`, `recovery_passkey_not_found`.
   */
  recover(input?: PasskeysInput): Promise<WalletAccount>;
}

/**
 * The passkeys that open the user's wallets in a new browser, beside the wallets' recovery method. They are no logins.
 *
 * @example
 * ```tsx
 * const { passkeys, manage } = useRecoveryPasskeys();
 * return <button onClick={() => manage()}>Wallet passkeys ({passkeys?.length ?? 0})</button>;
 * ```
 */
export function useRecoveryPasskeys(): UseRecoveryPasskeys {
  const result = useBindingResult();
  // Listing loads what the other acts need, so that a popup opens in the press itself.
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
