import type { RecoveryMethod, ServiceError, WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SetRecoveryInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';

export interface UseSetWalletRecoveryOptions {
  /** Called when a change that this hook started succeeds, as the modal closes. */
  onSuccess?(method: RecoveryMethod, wallet: WalletAccount): void;
  /** Called when it does not, before the promise is rejected with the same error. */
  onError?(error: ServiceError): void;
}

/**
 * Has the user back up the wallet otherwise: by a password, a cloud account, or automatically again. The user confirms
 * an old login on the way.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` (a method that the app does not offer),
 * `user_exited_set_password_flow` (closed before it was done).
 *
 * @example
 * ```tsx
 * const { setWalletRecovery } = useSetWalletRecovery();
 * const { recoveryMethod } = await setWalletRecovery();
 * ```
 */
export function useSetWalletRecovery(options: UseSetWalletRecoveryOptions = {}): {
  /** Without a method the user chooses, where the app leaves a choice. */
  setWalletRecovery(input?: SetRecoveryInput): Promise<WalletAccount>;
} {
  return { setWalletRecovery: useSetRecovery(options) };
}

/** As {@link useSetWalletRecovery}, for a password alone: sets one, or another one in its place. */
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
    // Without a handler here a rejection would be unhandled, although the caller handles the promise that they get.
    asked.then(
      ({ method, wallet }) => onSuccess?.(method, wallet),
      (error: ServiceError) => onError?.(error),
    );
    return (await asked).wallet;
  });
}
