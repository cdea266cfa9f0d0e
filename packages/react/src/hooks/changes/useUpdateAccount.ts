import type { AccountMethod } from '@latchkey/core';
import type { LinkedAccount, ServiceError, User } from '@latchkey/wire';
import { useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { openChange } from './openChange.ts';

export interface UseUpdateAccountOptions {
  /** Called when an update that this hook started succeeds, as the modal closes. */
  onSuccess?(result: { user: User; updateMethod: AccountMethod; updatedAccount: LinkedAccount }): void;
  /**
   * Called when it does not: `exited_update_flow` when the person closed the modal, `must_be_authenticated` and
   * `not_found` (there is nothing to update) without opening it, `linked_to_another_user`, `failed_to_link_account`.
   * Without it any failure but an exit is written to the console.
   */
  onError?(error: ServiceError, details: { updateMethod: AccountMethod }): void;
}

export interface UseUpdateAccount {
  /** Opens the modal to change the e-mail address. */
  updateEmail(): void;
  /** Opens the modal to change the phone number. */
  updatePhone(): void;
}

/**
 * Changes the e-mail address or the phone number of the user who is signed in, once the new one has confirmed a code.
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
