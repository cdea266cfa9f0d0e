import { type FarcasterLoginInput, loadFarcaster, type MiniAppSignature } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { createDueWallet } from './createDueWallet.ts';

export interface UseLoginToMiniApp {
  /** Returns the nonce for the Farcaster app to sign. */
  initLoginToMiniApp(): Promise<{ nonce: string }>;
  /** Logs in with the signature, and creates the wallet if the app creates one at login. */
  loginToMiniApp(
    signature: MiniAppSignature & FarcasterLoginInput,
  ): Promise<{ user: User; isNewUser: boolean }>;
}

/**
 * Logs in inside a Farcaster app, which signs for the mini app itself. The user has no code to scan.
 *
 * @example
 * ```tsx
 * const { initLoginToMiniApp, loginToMiniApp } = useLoginToMiniApp();
 * const { nonce } = await initLoginToMiniApp();
 * await loginToMiniApp(await sdk.actions.signIn({ nonce, acceptAuthAddress: true }));
 * ```
 */
export function useLoginToMiniApp(): UseLoginToMiniApp {
  const result = useBindingResult();
  return {
    initLoginToMiniApp: useStable(async () =>
      (await loadFarcaster()).initMiniAppLogin(bindingOf(result).client),
    ),
    loginToMiniApp: useStable(async (signature) => {
      const { client } = bindingOf(result);
      const { user, isNewUser } = await (await loadFarcaster()).loginWithMiniApp(client, signature);
      await createDueWallet(client);
      return { user: client.getState().user ?? user, isNewUser };
    }),
  };
}
