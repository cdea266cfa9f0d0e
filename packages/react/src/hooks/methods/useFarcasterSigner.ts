import { loadFarcaster } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { confirmInModal } from '../wallets/confirmInModal.ts';

export interface UseFarcasterSigner {
  /** The key of the user's approved signer, 32 bytes. Fails with `not_supported` where there is none. */
  getFarcasterSignerPublicKey(): Promise<Uint8Array>;
  /**
   * Signs a message by it: the message's bytes, of which the person is shown what they say, or its hash of 20 bytes, of which
   * no one can read what it is. Asks in the modal, unless the app signs without prompts.
   *
   * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` (no Farcaster account, no signer),
   * `invalid_data`, `user_rejected_request`.
   */
  signFarcasterMessage(hashOrMessage: Uint8Array): Promise<Uint8Array>;
  /**
   * Has the person add a signer in the Farcaster app; done when they have. One that is there already is enough.
   *
   * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported`, `user_rejected_request` where they
   * rejected it or closed the modal, `client_request_timeout` after five minutes.
   */
  requestFarcasterSigner(): Promise<void>;
  /** Another name of {@link requestFarcasterSigner}, from when the Farcaster app was called Warpcast. */
  requestFarcasterSignerFromWarpcast(): Promise<void>;
}

/**
 * Writing to Farcaster for the user: a signer whose key only their wallet has, and what it signs.
 *
 * @example
 * ```tsx
 * const { user } = useLatchkey();
 * const { requestFarcasterSigner, signFarcasterMessage } = useFarcasterSigner();
 * if (!user?.farcaster?.signerPublicKey) return <button onClick={requestFarcasterSigner}>Write for me</button>;
 * return <button onClick={() => signFarcasterMessage(message)}>Cast</button>;
 * ```
 */
export function useFarcasterSigner(): UseFarcasterSigner {
  const result = useBindingResult();
  const getFarcasterSignerPublicKey = useStable(async () => {
    const { client } = bindingOf(result);
    return (await loadFarcaster()).getFarcasterSignerPublicKey(client);
  });
  const signFarcasterMessage = useStable(async (hashOrMessage: Uint8Array) => {
    const binding = bindingOf(result);
    const core = await loadFarcaster();
    return core.signFarcasterMessage(binding.client, hashOrMessage, confirmInModal<string>(binding));
  });
  const requestFarcasterSigner = useStable(async () => {
    const { client, modal } = bindingOf(result);
    // Told before any screen.
    await (await loadFarcaster()).checkFarcasterSigner(client);
    await modal.open('farcaster-signer', undefined);
  });
  return {
    getFarcasterSignerPublicKey,
    signFarcasterMessage,
    requestFarcasterSigner,
    requestFarcasterSignerFromWarpcast: requestFarcasterSigner,
  };
}
