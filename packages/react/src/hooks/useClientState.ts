import type { ClientState } from '@latchkey/core';
import { useMemo, useSyncExternalStore } from 'react';
import { notReady, useBindingResult } from '../binding.ts';

const subscribeNothing = () => () => undefined;

/**
 * The client's state as hosts see it. On the server and without a client: not ready. As long as a second factor is to be
 * verified for the login, no user is logged in: a host that shows its pages to `authenticated` would show what the service
 * refuses to answer.
 */
export function useClientState(): ClientState {
  const { binding } = useBindingResult();
  const state = useSyncExternalStore(
    binding?.client.subscribe ?? subscribeNothing,
    binding?.client.getState ?? (() => notReady),
    () => notReady,
  );
  return useMemo(
    () => (state.isFactorPending ? { ...state, authenticated: false, user: null } : state),
    [state],
  );
}
