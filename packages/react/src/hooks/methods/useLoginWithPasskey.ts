import { loadPasskeys, type PasskeyState } from '@latchkey/core';
import { isCode, ServiceError, type User } from '@latchkey/wire';
import { useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UsePasskeyOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

const initial: PasskeyState = { status: 'initial', error: null };

/** The hook behind both: a login and a sign-up are the same walk but for what the browser is asked for. */
function usePasskey(act: 'login' | 'signUp', { onComplete, onError }: UsePasskeyOptions) {
  const result = useBindingResult();
  const [state, setState] = useState(initial);
  const run = useStable(async () => {
    try {
      const { client } = bindingOf(result);
      const passkey = (await loadPasskeys()).createPasskeyLogin(client);
      passkey.subscribe(() => setState(passkey.getState()));
      const { user, isNewUser } = await passkey[act]();
      await createDueWallet(client);
      const done = { user: client.getState().user ?? user, isNewUser };
      onComplete?.(done);
      return done;
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      setState({ status: 'error', error });
      onError?.(error);
      throw error;
    }
  });
  return { state, run };
}

export interface UseLoginWithPasskey {
  readonly state: PasskeyState;
  /**
   * Logs in with a passkey that the person chooses in the browser's own dialog. Call it while their press is being handled.
   *
   * Fails with `passkey_not_allowed` when they dismiss it or have none, `passkey_not_supported`, `invalid_credentials` for
   * a passkey that is not known any more.
   */
  loginWithPasskey(): Promise<{ user: User; isNewUser: boolean }>;
}

/**
 * Log-in by passkey with your own screens instead of the modal.
 *
 * @example
 * ```tsx
 * const { state, loginWithPasskey } = useLoginWithPasskey({ onComplete: () => navigate('/home') });
 * return <button disabled={state.status === 'awaiting-passkey'} onClick={() => loginWithPasskey()}>Log in</button>;
 * ```
 */
export function useLoginWithPasskey(options: UsePasskeyOptions = {}): UseLoginWithPasskey {
  const { state, run } = usePasskey('login', options);
  return { state, loginWithPasskey: run };
}

export interface UseSignupWithPasskey {
  readonly state: PasskeyState;
  /**
   * Makes a passkey and a user who has it. Fails as a login does, and with `disallowed_login_method` where the app's
   * `passkeys_for_signup_enabled` is off.
   */
  signupWithPasskey(): Promise<{ user: User; isNewUser: boolean }>;
}

/** Sign-up by passkey with your own screens: an account without an e-mail address or a number. */
export function useSignupWithPasskey(options: UsePasskeyOptions = {}): UseSignupWithPasskey {
  const { state, run } = usePasskey('signUp', options);
  return { state, signupWithPasskey: run };
}
