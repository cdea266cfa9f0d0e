import { followCustomAuth, type HostConfig } from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BindingResult } from '../../binding.ts';
import { type CustomAuthState, calmCustomAuth } from '../../customAuth.ts';
import { createDueWallet } from './createDueWallet.ts';

const subscribeNothing = () => () => undefined;

/** Logs users in and out as the host app's own session does, if `config.customAuth` is set (JWT-04). */
export function useFollowCustomAuth(
  { binding }: BindingResult,
  { getCustomAccessToken: getToken, isLoading = false }: HostConfig['customAuth'] = {},
): CustomAuthState {
  const [state, setState] = useState(calmCustomAuth);
  const client = binding?.client;
  const isEnabled = useSyncExternalStore(
    client?.subscribe ?? subscribeNothing,
    () => client?.getState().ready && client.getState().settings?.customAuth.enabled,
    () => false,
  );

  useEffect(() => {
    if (!client || !isEnabled || !getToken || isLoading) return;
    let isOver = false;
    const tell = (told: CustomAuthState) => isOver || setState(told);
    tell({ status: 'loading', error: null });
    followCustomAuth(client, getToken)
      .then((login) => login && createDueWallet(client))
      .then(
        () => tell({ status: 'done', error: null }),
        (cause: unknown) => {
          const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
          tell({ status: 'error', error });
          // biome-ignore lint/suspicious/noConsole: a page without a log-in button does not show that the login failed.
          if (!isOver) console.error(`[latchkey] customAuth failed: ${error.message} (${error.docs})`);
        },
      );
    return () => {
      isOver = true;
    };
  }, [client, getToken, isEnabled, isLoading]);

  return state;
}
