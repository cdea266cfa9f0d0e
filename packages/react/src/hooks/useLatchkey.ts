import { getAccessToken, type UnlinkInput, unlinkAccount } from '@latchkey/core';
import type { OAuthProvider, OfferedMethodId, ServiceError, User } from '@latchkey/wire';
import { useState } from 'react';
import { type BindingResult, bindingOf, useBindingResult } from '../binding.ts';
import { type ActName, operationsOf } from './changes/accountOperations.ts';
import { useClientState } from './useClientState.ts';
import { type OpenLogin, useLogin } from './useLogin.ts';
import { useLogout } from './useLogout.ts';
import { useModalStatus } from './useModalStatus.ts';
import { useStable } from './useStable.ts';

type UnlinkOperations = {
  [Id in OfferedMethodId as ActName<'unlink', Id>]: (
    handle: Extract<UnlinkInput, { method: Id }>['handle'],
  ) => Promise<User>;
};

export interface UseLatchkey extends UnlinkOperations {
  /**
   * True if the app's configuration is loaded, and a stored session, if any, was restored, dropped, or could not be
   * requested (see `error`).
   */
  ready: boolean;
  /** True if a user is logged in and the login does not wait for a second factor (see `isFactorPending`). */
  authenticated: boolean;
  /**
   * True if the login's second factor is still to be verified. The modal asks for it, unless
   * `config.mfa.noPromptOnMfaRequired` or `config.headless` is set. In that case show your own screen, with {@link
   * useRegisterMfaListener}.
   */
  isFactorPending: boolean;
  user: User | null;
  /** Error of the options, of loading the app's configuration, or of restoring the session; null if there is none. */
  error: ServiceError | null;
  isModalOpen: boolean;
  /** Opens the modal to log in. With `{ disableSignup: true }`, only existing users can log in. */
  login: OpenLogin;
  logout(): Promise<void>;
  /** Returns an access token for your back end, refreshed if needed. Null if no user is logged in. */
  getAccessToken(): Promise<string | null>;
  /**
   * Unlinks an email address from the user. If the login is too old, the user confirms in the modal first.
   *
   * Fails with `must_be_authenticated`, `not_found`, `cannot_unlink_sole_account`, with `recent_login_required` if the
   * user did not confirm or the host shows no modal, or with the error that the modal showed last.
   */
  unlinkEmail(address: string): Promise<User>;
  /** Unlinks the Telegram account. @param telegramUserId its id at Telegram */
  unlinkTelegram(telegramUserId: string): Promise<User>;
  /** Unlinks a Farcaster account. @param fid its Farcaster id */
  unlinkFarcaster(fid: number): Promise<User>;
  /** Unlinks a phone number, given with its calling code. */
  unlinkPhone(phoneNumber: string): Promise<User>;
  /** Unlinks an account at a social login provider. `subject` is in the linked account. */
  unlinkOAuth(account: { provider: OAuthProvider; subject: string }): Promise<User>;
  /** Unlinks a passkey by its `credentialId`. */
  unlinkPasskey(credentialId: string): Promise<User>;
}

/**
 * Returns the login state and the functions to log in and out.
 *
 * @example
 * ```tsx
 * const { ready, authenticated, login, logout } = useLatchkey();
 * if (!ready) return null;
 * return authenticated ? <button onClick={logout}>Log out</button> : <button onClick={login}>Log in</button>;
 * ```
 */
export function useLatchkey(): UseLatchkey {
  const result = useBindingResult();
  const { ready, authenticated, isFactorPending, user, error } = useClientState();
  const { login } = useLogin();
  const { logout } = useLogout();
  const { isOpen: isModalOpen } = useModalStatus();
  const token = useStable(async () => (result.binding ? getAccessToken(bindingOf(result).client) : null));
  return {
    ready,
    authenticated,
    isFactorPending,
    user,
    error: error ?? result.error,
    isModalOpen,
    login,
    logout,
    getAccessToken: token,
    ...useUnlink(result),
  };
}

/** Returns a function for each account type that unlinks such an account. */
function useUnlink(result: BindingResult): UnlinkOperations {
  const unlink = useStable(async (input: UnlinkInput) => {
    const { client, modal } = bindingOf(result);
    return modal.confirmed(() => unlinkAccount(client, input));
  });
  const [operations] = useState(() =>
    operationsOf('unlink', (method) => (handle: unknown) => unlink({ method, handle } as UnlinkInput)),
  );
  return operations as unknown as UnlinkOperations;
}
