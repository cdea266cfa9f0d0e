import { type LoginResult, loginWithCustomToken } from '@latchkey/core';
import { useContext } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { CustomAuthContext, type CustomAuthState } from '../../customAuth.ts';
import { useStable } from '../useStable.ts';

export interface UseCustomAuth {
  /** State of the login that `config.customAuth` of the `LatchkeyProvider` starts. */
  readonly state: CustomAuthState;
  /**
   * Logs in with a token of the host app's own sign-in, for hosts that choose when to log in.
   *
   * Fails with `invalid_credentials` if the app's keys do not verify the token, and with `no_auth_flow` if a user
   * other than a guest is signed in.
   */
  loginWithCustomToken(input: { token: string }): Promise<LoginResult>;
}

/**
 * Logs in with the host app's own sign-in. With `config.customAuth` of the `LatchkeyProvider` the login needs no call,
 * and `state` shows its progress.
 *
 * @example
 * ```tsx
 * const { state } = useCustomAuth();
 * if (state.status === 'error') return <p role="alert">{state.error?.message}</p>;
 * ```
 */
export function useCustomAuth(): UseCustomAuth {
  const result = useBindingResult();
  const state = useContext(CustomAuthContext);
  const login = useStable(async (input: { token: string }) =>
    loginWithCustomToken(bindingOf(result).client, input),
  );
  return { state, loginWithCustomToken: login };
}
