import { loadFarcaster } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { confirmInModal } from '../wallets/confirmInModal.ts';

export interface UseFarcasterSigner {
  /** Returns the public key of the user's approved signer, 32 bytes. Fails with `not_supported` if there is none. */
  getFarcasterSignerPublicKey(): Promise<Uint8Array>;
  /**
   * Signs a message with the signer. Pass the message's bytes, which the user can review, or its 20-byte hash, which
   * nobody can read. Asks the user in the modal, unless the app signs without prompts.
   *
   * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` (no Farcaster account, no signer),
   * `invalid_data`, `user_rejected_request`, `unable_to_sign`, or another error of the modal or the wallet frame.
   */
  signFarcasterMessage(hashOrMessage: Uint8Array): Promise<Uint8Array>;
  /**
   * Asks the user to add a signer in the Farcaster app. Resolves when the user has a signer; an existing one is
   * enough.
   *
   * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported`, `user_rejected_request`
   * (rejected, or the modal was closed), `client_request_timeout` after five minutes.
   */
  requestFarcasterSigner(): Promise<void>;
  /** Alias of {@link requestFarcasterSigner}, from when the Farcaster app was called Warpcast. */
  requestFarcasterSignerFromWarpcast(): Promise<void>;
}

/**
 * Signs Farcaster messages for the user, with a signer whose key is derived from the user's wallet.
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
    // Rejects before a screen is shown.
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
