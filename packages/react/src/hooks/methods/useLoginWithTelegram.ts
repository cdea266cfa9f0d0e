import { loadTelegram } from '@latchkey/core';
import { isCode, ServiceError, type User } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UseLoginWithTelegramOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

export type TelegramLoginState =
  | { readonly status: 'initial' | 'loading' | 'done'; readonly error: null }
  | { readonly status: 'error'; readonly error: ServiceError };

export interface UseLoginWithTelegram {
  readonly state: TelegramLoginState;
  /**
   * Opens Telegram's popup, logs in, and creates the wallet if the app creates one at login. Call it in a click
   * handler; otherwise the browser blocks the popup.
   *
   * Fails with `unknown_auth_error` if the user declined (`details.reason` `canceled`) or the script could not be
   * loaded (`notInitialized`), and with the codes of a login.
   */
  login(input?: { disableSignup?: boolean }): Promise<User>;
}

/**
 * Logs in with Telegram, with your own button instead of the modal.
 *
 * @example
 * ```tsx
 * const { state, login } = useLoginWithTelegram();
 * return <button disabled={state.status === 'loading'} onClick={() => login()}>Telegram</button>;
 * ```
 */
export function useLoginWithTelegram(options: UseLoginWithTelegramOptions = {}): UseLoginWithTelegram {
  const result = useBindingResult();
  const { settings } = useClientState();
  const [state, setState] = useState<TelegramLoginState>({ status: 'initial', error: null });

  // Loads the script before the click: a browser blocks a popup that does not open in the click handler.
  const client = settings?.loginConfig.telegramAuthConfiguration ? result.binding?.client : null;
  useEffect(() => {
    if (client)
      void loadTelegram()
        .then((telegram) => telegram.loadTelegramScript(client))
        .catch(() => undefined);
  }, [client]);

  const login = useStable(async (input: { disableSignup?: boolean } = {}) => {
    setState({ status: 'loading', error: null });
    try {
      const { client } = bindingOf(result);
      const { disableSignup = false } = input;
      const { loginWithTelegram } = await loadTelegram();
      const { user, isNewUser } = await loginWithTelegram(client, { disableSignup });
      await createDueWallet(client);
      const known = client.getState().user ?? user;
      setState({ status: 'done', error: null });
      options.onComplete?.({ user: known, isNewUser });
      return known;
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      setState({ status: 'error', error });
      options.onError?.(error);
      throw error;
    }
  });
  return { state, login };
}
