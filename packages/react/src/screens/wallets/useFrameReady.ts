import {
  getWalletFrameState,
  type LatchkeyClient,
  mountWalletFrame,
  subscribeWalletFrame,
} from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Mounts the wallet frame and returns whether it is ready (SIGN-03).
 *
 * @param onFailed called if the frame fails while the screen is shown; an earlier failure is retried instead
 */
export function useFrameReady(client: LatchkeyClient, onFailed: (error: ServiceError) => void): boolean {
  const { status, error } = useSyncExternalStore(
    (listener) => subscribeWalletFrame(client, listener),
    () => getWalletFrameState(client),
  );
  const before = useRef(status);
  const tell = useRef(onFailed);
  tell.current = onFailed;

  useEffect(() => {
    void mountWalletFrame(client);
  }, [client]);
  useEffect(() => {
    if (status === 'failed' && before.current !== 'failed' && error) tell.current(error);
    before.current = status;
  }, [status, error]);

  return status === 'ready';
}
