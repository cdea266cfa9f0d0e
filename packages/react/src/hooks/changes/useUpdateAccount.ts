import type { AccountMethod } from '@latchkey/core';
import type { LinkedAccount, ServiceError, User } from '@latchkey/wire';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { openChange } from './openChange.ts';

export interface UseUpdateAccountOptions {
  /** Called when this hook has updated an account, as the modal closes. */
  onSuccess?(result: { user: User; updateMethod: AccountMethod; updatedAccount: LinkedAccount }): void;
  /**
   * Called if the update fails, such as with `exited_update_flow` (the user closed the modal), `must_be_authenticated`
   * and `not_found` (nothing to update; before the modal opens), `linked_to_another_user`, `failed_to_link_account`, or
   * another error that the modal showed last. Without this callback, failures other than an exit are written to the
   * console.
   */
  onError?(error: ServiceError, details: { updateMethod: AccountMethod }): void;
}

export interface UseUpdateAccount {
  /** Opens the modal to change the email address. */
  updateEmail(): void;
  /** Opens the modal to change the phone number. */
  updatePhone(): void;
}

/**
 * Changes the signed-in user's email address or phone number, after the user has entered a code that was sent to the
 * new address or number.
 *
 * @example
 * ```tsx
 * const { updateEmail } = useUpdateAccount({ onSuccess: ({ user }) => greet(user.email?.address) });
 * ```
 */
export function useUpdateAccount({ onSuccess, onError }: UseUpdateAccountOptions = {}): UseUpdateAccount {
  const result = useBindingResult();
  const update = useStable((method: AccountMethod) =>
    openChange(
      result,
      { intent: 'update', input: { method } },
      ({ user, account }) => onSuccess?.({ user, updateMethod: method, updatedAccount: account }),
      onError && ((error) => onError(error, { updateMethod: method })),
    ),
  );
  return { updateEmail: useStable(() => update('email')), updatePhone: useStable(() => update('sms')) };
}
