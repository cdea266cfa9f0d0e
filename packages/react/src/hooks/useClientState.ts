import type { ClientState } from '@latchkey/core';
import { useMemo, useSyncExternalStore } from 'react';
import { notReady, useBindingResult } from '../binding.ts';

const subscribeNothing = () => () => undefined;

/**
 * Returns the client's state for hosts. On a server and without a client it is not ready. A person with only the first
 * factor must not see the pages that the host shows to `authenticated` users, so the state has no user while the
 * login's second factor is still to be verified.
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
