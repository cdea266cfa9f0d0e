import { type LoginResult, loginWithCustomToken } from '@latchkey/core';
import { useContext } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { CustomAuthContext, type CustomAuthState } from '../../customAuth.ts';
import { useStable } from '../useStable.ts';

export interface UseCustomAuth {
  /** How the session follows the host's, by the provider's setting `customAuth`. */
  readonly state: CustomAuthState;
  /**
   * Logs in with a token of the host's sign-in, for hosts that choose the moment themselves.
   *
   * Fails with `invalid_credentials` for a token that is not one of the app's, and with `no_auth_flow` while a user who
   * is no guest is signed in.
   */
  loginWithCustomToken(input: { token: string }): Promise<LoginResult>;
}

/**
 * Log-in by the host's own sign-in. With the provider's setting `customAuth` it needs no call: this tells how it went.
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
