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

/** One function for each kind of account. */
type UnlinkOperations = {
  [Id in OfferedMethodId as ActName<'unlink', Id>]: (
    handle: Extract<UnlinkInput, { method: Id }>['handle'],
  ) => Promise<User>;
};

export interface UseLatchkey extends UnlinkOperations {
  /** The app's configuration is loaded and a stored session, if any, was restored or dropped. */
  ready: boolean;
  /** Whether a user is logged in, with the second factor that the app may want for that. */
  authenticated: boolean;
  /**
   * A second factor is still to be verified for the login. The modal asks for it, unless `config.mfa.noPromptOnMfaRequired` or
   * `config.headless` says that your own screen does, which {@link useRegisterMfaListener} tells.
   */
  isFactorPending: boolean;
  user: User | null;
  /** Why Latchkey cannot become ready, or null. */
  error: ServiceError | null;
  isModalOpen: boolean;
  /** Opens the modal to log in; with `{ disableSignup: true }` only those who have an account. */
  login: OpenLogin;
  logout(): Promise<void>;
  /** An access token for your own back end, refreshed when needed; null when no user is logged in. */
  getAccessToken(): Promise<string | null>;
  /**
   * Takes an e-mail address from the user, who confirms in the modal first if they logged in long ago.
   *
   * Fails with `must_be_authenticated`, `not_found`, `cannot_unlink_sole_account`, and with `recent_login_required`
   * where the person did not confirm or the host shows no modal.
   */
  unlinkEmail(address: string): Promise<User>;
  /** Takes the Telegram account from the user. @param telegramUserId its id at Telegram */
  unlinkTelegram(telegramUserId: string): Promise<User>;
  /** Takes a Farcaster account from the user. @param fid its Farcaster id */
  unlinkFarcaster(fid: number): Promise<User>;
  /** The same with a phone number, given with its calling code. */
  unlinkPhone(phoneNumber: string): Promise<User>;
  /** The same with the account at a provider; `subject` stands in the linked account. */
  unlinkOAuth(account: { provider: OAuthProvider; subject: string }): Promise<User>;
  /** The same with a passkey, by its `credentialId`. */
  unlinkPasskey(credentialId: string): Promise<User>;
}

/**
 * Who is logged in, and the way in and out.
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

/** Takes an account of each kind from its user, who confirms in the modal first where the login is too old. */
function useUnlink(result: BindingResult): UnlinkOperations {
  const unlink = useStable(async (input: UnlinkInput) => {
    const { client, modal } = bindingOf(result);
    return modal.confirmed(() => unlinkAccount(client, input));
  });
  const [operations] = useState(() =>
    operationsOf('unlink', (method) => (handle: unknown) => unlink({ method, handle } as UnlinkInput)),
  );
  // The names are those of the kinds; TypeScript cannot follow them through a list.
  return operations as unknown as UnlinkOperations;
}
