import type { RecoveryMethod, ServiceError, WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SetRecoveryInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';

export interface UseSetWalletRecoveryOptions {
  /** Called when this hook has changed the recovery method, as the modal closes. */
  onSuccess?(method: RecoveryMethod, wallet: WalletAccount): void;
  /** Called if the change fails, before the promise rejects with the same error. */
  onError?(error: ServiceError): void;
}

/**
 * Changes how the wallet is recovered: with a password, with a cloud account, or automatically. If the login is too
 * old, the user confirms the login first.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` (a method that the app does not
 * offer), `user_exited_set_password_flow` (closed before it was done), or the error that the modal showed last.
 *
 * @example
 * ```tsx
 * const { setWalletRecovery } = useSetWalletRecovery();
 * const { recoveryMethod } = await setWalletRecovery();
 * ```
 */
export function useSetWalletRecovery(options: UseSetWalletRecoveryOptions = {}): {
  /** Without a method, the user chooses from the app's methods. */
  setWalletRecovery(input?: SetRecoveryInput): Promise<WalletAccount>;
} {
  return { setWalletRecovery: useSetRecovery(options) };
}

/** Sets or replaces the recovery password. Same as {@link useSetWalletRecovery}, for passwords only. */
export function useSetWalletPassword(options: UseSetWalletRecoveryOptions = {}): {
  setWalletPassword(input?: { readonly address?: string }): Promise<WalletAccount>;
} {
  const set = useSetRecovery(options);
  return { setWalletPassword: useStable((input = {}) => set({ ...input, method: 'user-passcode' })) };
}

function useSetRecovery({ onSuccess, onError }: UseSetWalletRecoveryOptions) {
  const result = useBindingResult();
  return useStable(async (input: SetRecoveryInput = {}): Promise<WalletAccount> => {
    const asked = bindingOf(result).modal.open('set-recovery', input);
    // Handles the rejection of this derived promise, which would otherwise be reported as unhandled.
    asked.then(
      ({ method, wallet }) => onSuccess?.(method, wallet),
      (error: ServiceError) => onError?.(error),
    );
    return (await asked).wallet;
  });
}
