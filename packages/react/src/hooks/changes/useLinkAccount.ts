import type { AccountChange } from '@latchkey/core';
import type { LinkedAccount, OAuthProvider, OfferedMethodId, ServiceError, User } from '@latchkey/wire';
import { useState } from 'react';
import { useBindingResult } from '../../binding.ts';
import type { LinkMethod } from '../../flow/index.ts';
import { useReturned } from '../useReturned.ts';
import { useStable } from '../useStable.ts';
import { type ActName, operationsOf } from './accountOperations.ts';
import { openChange } from './openChange.ts';

export interface UseLinkAccountOptions {
  /**
   * Called when a link that this hook started succeeds, as the modal closes; also on the page that a person comes back to
   * from a provider of social login.
   */
  onSuccess?(result: { user: User; linkMethod: LinkMethod; linkedAccount: LinkedAccount }): void;
  /**
   * Called when it does not: `exited_link_flow` when the person closed the modal, `must_be_authenticated` and
   * `cannot_link_more_of_type` without opening it, `linked_to_another_user`, `failed_to_link_account`. Without it any
   * failure but an exit is written to the console.
   */
  onError?(error: ServiceError, details: { linkMethod: LinkMethod }): void;
}

/** One function for each kind of account. */
type LinkOperations = {
  [Id in OfferedMethodId as ActName<'link', Id>]: Id extends 'oauth'
    ? (provider: OAuthProvider) => void
    : () => void;
};

export interface UseLinkAccount extends LinkOperations {
  /** Opens the modal to add an e-mail address. */
  linkEmail(): void;
  /** Opens the modal to add a Farcaster account. */
  linkFarcaster(): void;
  /** Opens the modal to add a passkey; it also lists those there are, and removes them. */
  linkPasskey(): void;
  /** Asks Telegram in a popup, and adds the account that it names. Call it while a press is being handled. */
  linkTelegram(): void;
  /** Opens the modal to add a phone number. */
  linkPhone(): void;
  /** Opens the list of wallets, to add the one that the person chooses and signs with. */
  linkWallet(): void;
  /** Goes to a provider of social login, to add the account there: `linkOAuth('google')`. */
  linkOAuth(provider: OAuthProvider): void;
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
  const tell = ({ user, account }: AccountChange, linkMethod: LinkMethod) =>
    onSuccess?.({ user, linkMethod, linkedAccount: account });
  const link = useStable((method: LinkMethod) =>
    openChange(
      result,
      { intent: 'link', input: { method } },
      (change) => tell(change, method),
      onError && ((error) => onError(error, { linkMethod: method })),
    ),
  );
  useReturned<AccountChange>(result, {
    kind: 'link',
    onDone: (change, provider) => tell(change, provider),
    onFailed: (error, provider) => onError?.(error, { linkMethod: provider }),
  });
  // Social login is linked by its provider; the others ignore what a press hands them.
  const [operations] = useState(() => operationsOf('link', (id) => (id === 'oauth' ? link : () => link(id))));
  // The names are those of the kinds; TypeScript cannot follow them through a list.
  return operations as unknown as UseLinkAccount;
}
