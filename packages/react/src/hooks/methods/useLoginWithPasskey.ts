import { loadPasskeys, type PasskeyState } from '@latchkey/core';
import type { ServiceError, User } from '@latchkey/wire';
import { useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UsePasskeyOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

const initial: PasskeyState = { status: 'initial', error: null };

function usePasskey(act: 'login' | 'signUp', { onComplete, onError }: UsePasskeyOptions) {
  const result = useBindingResult();
  const [state, setState] = useState(initial);
  async function proceed() {
    const { client } = bindingOf(result);
    const passkey = (await loadPasskeys()).createPasskeyLogin(client);
    passkey.subscribe(() => setState(passkey.getState()));
    const { user, isNewUser } = await passkey[act]();
    await createDueWallet(client);
    return { user: client.getState().user ?? user, isNewUser };
  }
  const run = useStable(() =>
    withCallbacks(proceed, {
      onDone: (done) => onComplete?.(done),
      onError: (error) => {
        setState({ status: 'error', error });
        onError?.(error);
      },
      otherwise: 'unknown_auth_error',
    }),
  );
  return { state, run };
}

export interface UseLoginWithPasskey {
  readonly state: PasskeyState;
  /**
   * Logs in with a passkey that the user chooses in the browser's dialog. Call it in a click handler.
   *
   * Fails with `passkey_not_allowed` if the user dismisses the dialog or has no passkey, with `passkey_not_supported`,
   * with `invalid_credentials` for a passkey that the app does not know, and with the codes of a login.
   */
  loginWithPasskey(): Promise<{ user: User; isNewUser: boolean }>;
}

/**
 * Logs in with a passkey, with your own screens instead of the modal.
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
   * Creates a passkey and a user who logs in with it. Fails with `passkey_not_allowed`, `passkey_not_supported`, with
   * `disallowed_login_method` if the app's `passkeys_for_signup_enabled` is off, and with the codes of a login.
   */
  signupWithPasskey(): Promise<{ user: User; isNewUser: boolean }>;
}

/** Signs up with a passkey, with your own screens. */
export function useSignupWithPasskey(options: UsePasskeyOptions = {}): UseSignupWithPasskey {
  const { state, run } = usePasskey('signUp', options);
  return { state, signupWithPasskey: run };
}
