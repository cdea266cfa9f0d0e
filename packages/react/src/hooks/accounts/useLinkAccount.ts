import type { LinkedAccount, ServiceError, User } from '@latchkey/wire';
import { useBindingResult } from '../../binding.ts';
import type { LinkMethod } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { askForChange } from './askForChange.ts';

export interface UseLinkAccountOptions {
  /** Called when a link that this hook started succeeds, as the modal closes. */
  onSuccess?(result: { user: User; linkMethod: LinkMethod; linkedAccount: LinkedAccount }): void;
  /**
   * Called when it does not: `exited_link_flow` when the person closed the modal, `must_be_authenticated` and
   * `cannot_link_more_of_type` without opening it, `linked_to_another_user`, `failed_to_link_account`. Without it any
   * failure but an exit is written to the console.
   */
  onError?(error: ServiceError, details: { linkMethod: LinkMethod }): void;
}

export interface UseLinkAccount {
  /** Opens the modal to add an e-mail address. */
  linkEmail(): void;
  /** Opens the modal to add a Farcaster account. */
  linkFarcaster(): void;
  /** Opens the modal to add a phone number. */
  linkPhone(): void;
}

/**
 * Links further accounts to the user who is signed in, by which they can log in from then on.
 *
 * @example
 * ```tsx
 * const { linkPhone } = useLinkAccount({ onSuccess: ({ user }) => greet(user.phone?.number) });
 * ```
 */
export function useLinkAccount({ onSuccess, onError }: UseLinkAccountOptions = {}): UseLinkAccount {
  const result = useBindingResult();
  const link = useStable((method: LinkMethod) =>
    askForChange(
      result,
      { intent: 'link', input: { method } },
      ({ user, account }) => onSuccess?.({ user, linkMethod: method, linkedAccount: account }),
      onError && ((error) => onError(error, { linkMethod: method })),
    ),
  );
  return {
    linkEmail: useStable(() => link('email')),
    linkFarcaster: useStable(() => link('farcaster')),
    linkPhone: useStable(() => link('sms')),
  };
}
