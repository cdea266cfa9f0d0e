import {
  getWalletFrameState,
  type LatchkeyClient,
  mountWalletFrame,
  subscribeWalletFrame,
} from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Brings the wallet frame up and tells whether it is ready (SIGN-03).
 *
 * @param onFailed called when the frame fails while the screen is on; not for a failure of before, which is tried again
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
