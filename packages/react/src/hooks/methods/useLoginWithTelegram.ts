import { loadTelegram } from '@latchkey/core';
import type { ServiceError, User } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
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
   * handler, because browsers block other popups.
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

  async function run({ disableSignup = false }: { disableSignup?: boolean }) {
    const { client } = bindingOf(result);
    const { loginWithTelegram } = await loadTelegram();
    const { user, isNewUser } = await loginWithTelegram(client, { disableSignup });
    await createDueWallet(client);
    return { user: client.getState().user ?? user, isNewUser };
  }

  const login = useStable(async (input: { disableSignup?: boolean } = {}) => {
    setState({ status: 'loading', error: null });
    const { user } = await withCallbacks(() => run(input), {
      onDone: (done) => {
        setState({ status: 'done', error: null });
        options.onComplete?.(done);
      },
      onError: (error) => {
        setState({ status: 'error', error });
        options.onError?.(error);
      },
      otherwise: 'unknown_auth_error',
    });
    return user;
  });
  return { state, login };
}
