import {
  type FarcasterLogin,
  type FarcasterLoginInput,
  type FarcasterState,
  loadFarcaster,
} from '@latchkey/core';
import type { ServiceError, User } from '@latchkey/wire';
import { useEffect, useRef, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UseLoginWithFarcasterOptions {
  onComplete?(result: { user: User; isNewUser: boolean }): void;
  onError?(error: ServiceError): void;
}

export interface UseLoginWithFarcaster {
  /**
   * Progress of the login. While `status` is `awaiting-approval`, show `connectUri` as a QR code, or as a link on a
   * phone.
   */
  readonly state: FarcasterState;
  /**
   * Opens a channel to the Farcaster app, polls every 150 ms, up to 270 times, until the user has approved, and logs
   * in. Creates the wallet if the app creates one at login.
   */
  loginWithFarcaster(input?: FarcasterLoginInput): Promise<{ user: User; isNewUser: boolean }>;
  /** Stops polling. */
  reset(): void;
}

const initial: FarcasterState = { status: 'initial', connectUri: null, error: null };

/**
 * Logs in with Farcaster, with your own screens instead of the modal. Polling stops when the component unmounts.
 *
 * @example
 * ```tsx
 * const { state, loginWithFarcaster } = useLoginWithFarcaster();
 * if (state.connectUri) return <a href={state.connectUri}>Open Farcaster</a>;
 * return <button onClick={() => loginWithFarcaster()}>Farcaster</button>;
 * ```
 */
export function useLoginWithFarcaster({
  onComplete,
  onError,
}: UseLoginWithFarcasterOptions = {}): UseLoginWithFarcaster {
  const result = useBindingResult();
  const [state, setState] = useState(initial);
  const login = useRef<FarcasterLogin | null>(null);
  useEffect(() => () => login.current?.reset(), []);

  async function run(input: FarcasterLoginInput | undefined) {
    const { client } = bindingOf(result);
    const { createFarcasterLogin } = await loadFarcaster();
    login.current?.reset();
    const flow = createFarcasterLogin(client);
    login.current = flow;
    flow.subscribe(() => login.current === flow && setState(flow.getState()));
    await flow.open();
    const { user, isNewUser } = await flow.finish(input);
    await createDueWallet(client);
    return { user: client.getState().user ?? user, isNewUser };
  }

  return {
    state,
    loginWithFarcaster: useStable((input) =>
      withCallbacks(() => run(input), {
        onDone: (done) => onComplete?.(done),
        onError: (error) => onError?.(error),
        otherwise: 'unknown_auth_error',
      }),
    ),
    reset: useStable(() => login.current?.reset()),
  };
}
