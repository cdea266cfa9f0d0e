import { loadOAuth, type OAuthLoginInput } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { LoginResult } from '../../flow/index.ts';
import { useReturned } from '../useReturned.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UseLoginWithOAuthOptions {
  /** Called on the page that the user returns to, or once the login in the popup is done. */
  onComplete?(result: LoginResult): void;
  onError?(error: ServiceError): void;
}

/**
 * Progress of a login with a provider. `status` is `loading` both before the redirect and while the login finishes
 * after it.
 */
export interface OAuthLoginState {
  readonly status: 'initial' | 'loading' | 'done' | 'error';
  /** Cause if `status` is `error`, else null. */
  readonly error: ServiceError | null;
}

export interface UseLoginWithOAuth {
  readonly state: OAuthLoginState;
  /**
   * Redirects the page to the provider. With `popup`, opens the provider in a popup instead; call it in a click
   * handler, because browsers block other popups.
   */
  initOAuth(input: Omit<OAuthLoginInput, 'isHeadless'> & { popup?: boolean }): Promise<void>;
}

const calm: OAuthLoginState = { status: 'initial', error: null };

/**
 * Logs in with a social provider, with your own screens instead of the modal. Keep the hook on the page that users
 * return to.
 *
 * @example
 * ```tsx
 * const { state, initOAuth } = useLoginWithOAuth({ onComplete: () => navigate('/home') });
 * return (
 *   <button disabled={state.status === 'loading'} onClick={() => initOAuth({ provider: 'google' })}>
 *     Google
 *   </button>
 * );
 * ```
 */
export function useLoginWithOAuth({ onComplete, onError }: UseLoginWithOAuthOptions = {}): UseLoginWithOAuth {
  const result = useBindingResult();
  const [state, setState] = useState(calm);
  const begin = () => setState({ status: 'loading', error: null });
  function finish(login: LoginResult): void {
    setState({ status: 'done', error: null });
    onComplete?.(login);
  }
  function fail(error: ServiceError): void {
    setState({ status: 'error', error });
    onError?.(error);
  }
  useReturned<LoginResult>(result, {
    kind: 'unseen',
    onBegin: begin,
    onDone: finish,
    onFailed: fail,
  });
  /** Returns the login of a popup, or null if the page is being redirected. */
  async function open({
    popup = false,
    ...input
  }: Parameters<UseLoginWithOAuth['initOAuth']>[0]): Promise<LoginResult | null> {
    const { client } = bindingOf(result);
    const login = await loadOAuth();
    if (!popup) {
      await login.initLoginWithOAuth(client, { ...input, isHeadless: true });
      return null;
    }
    const done = await login.loginInOAuthPopup(client, input);
    await createDueWallet(client);
    const user = client.getState().user ?? done.user;
    return { ...done, user, loginMethod: `${input.provider}_oauth` };
  }
  const initOAuth: UseLoginWithOAuth['initOAuth'] = useStable(async (input) => {
    begin();
    await withCallbacks(() => open(input), {
      onDone: (login) => login && finish(login),
      onError: fail,
      otherwise: 'unknown_auth_error',
    });
  });
  return { state, initOAuth };
}
