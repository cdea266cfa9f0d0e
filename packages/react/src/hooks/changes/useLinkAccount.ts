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
   * Called when this hook has linked an account, as the modal closes. After a redirect to a social login provider,
   * mounted hooks on the page that the user returns to are called. Also called after `linkCrossAppAccount`.
   */
  onSuccess?(result: { user: User; linkMethod: LinkMethod; linkedAccount: LinkedAccount }): void;
  /**
   * Called if linking fails, such as with `exited_link_flow` (the user closed the modal), `must_be_authenticated` and
   * `cannot_link_more_of_type` (before the modal opens), `linked_to_another_user`, `failed_to_link_account`, or
   * another error that the modal showed last. Without this callback, failures of this hook's functions other than an
   * exit are written to the console, except after a redirect.
   */
  onError?(error: ServiceError, details: { linkMethod: LinkMethod }): void;
}

type LinkOperations = {
  [Id in OfferedMethodId as ActName<'link', Id>]: Id extends 'oauth'
    ? (provider: OAuthProvider) => void
    : () => void;
};

export interface UseLinkAccount extends LinkOperations {
  /** Opens the modal to link an email address. */
  linkEmail(): void;
  /** Opens the modal to link a Farcaster account. */
  linkFarcaster(): void;
  /** Opens the modal to link a passkey. The modal also lists the user's passkeys and can remove them. */
  linkPasskey(): void;
  /**
   * Opens the modal and Telegram's popup, and links the account that the user confirms there. Call it in a click
   * handler, because browsers block other popups.
   */
  linkTelegram(): void;
  /** Opens the modal to link a phone number. */
  linkPhone(): void;
  /** Opens the list of wallets. Links the wallet that the user chooses and signs with. */
  linkWallet(): void;
  /** Redirects to a social login provider to link the user's account there: `linkOAuth('google')`. */
  linkOAuth(provider: OAuthProvider): void;
}

/** Links further accounts to the signed-in user, who can then log in with them. */
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
  // `onClick` passes a click event, which these functions ignore. Social login takes a provider.
  const [operations] = useState(() => operationsOf('link', (id) => (id === 'oauth' ? link : () => link(id))));
  return operations as unknown as UseLinkAccount;
}
