import type { ClientState } from '@latchkey/core/startup';
import { useSyncExternalStore } from 'react';
import { notReady, useBindingResult } from '../binding.ts';

const subscribeNothing = () => () => undefined;

/** The client's state, joined to React. On the server and without a client: not ready. */
export function useClientState(): ClientState {
  const { binding } = useBindingResult();
  return useSyncExternalStore(
    binding?.client.subscribe ?? subscribeNothing,
    binding?.client.getState ?? (() => notReady),
    () => notReady,
  );
}
