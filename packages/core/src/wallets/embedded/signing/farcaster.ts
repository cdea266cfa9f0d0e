import type { FarcasterSignerInitReply } from '@latchkey/wire';
import { toBase64url } from '../../../base64url/index.ts';
import type { FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import { callOnWallet } from './callOnWallet.ts';
import { toSigningError } from './toSigningError.ts';

/** Farcaster message to sign with the signer key that the frame derives from the user's wallet. */
export interface FarcasterSignRequest {
  readonly method: 'farcaster_signMessage';
  /** 20-byte BLAKE3 hash to sign. */
  readonly hash: Uint8Array;
  /** The hashed `MessageData`. Null if only the host knows it, so the user cannot review it. */
  readonly message: Uint8Array | null;
  readonly fid: number;
  /** Wallet from which the signer key is derived. */
  readonly address: string;
}

export const isFarcasterRequest = (request: { readonly method: string }): request is FarcasterSignRequest =>
  request.method === 'farcaster_signMessage';

/** Converts a request to the frame's message, without its token and address (docs/wire/protocol.md §4.3). */
export const toFarcasterSign = ({ hash, message, fid }: FarcasterSignRequest) => ({
  payload: { hash: toBase64url(hash), ...(message ? { data: toBase64url(message) } : {}) },
  fid,
});

/**
 * Requests the user's Farcaster signer from the frame: its state, and the URL where the user approves a pending one.
 *
 * @throws ServiceError the frame's errors
 */
export const initFarcasterSigner = (
  frame: FrameContext,
  address: string,
): Promise<FarcasterSignerInitReply> =>
  callOnWallet(frame, { address, chainType: 'ethereum' }, ({ frameRef: { accessToken, entropyId } }) =>
    callFrame(frame, 'rpc', 'privy:farcaster:init-signer', { accessToken, address: entropyId }),
  );

/**
 * Signs in the frame, without a review.
 *
 * @returns the signature in base64url
 * @throws ServiceError the frame's errors, `unable_to_sign`
 */
export async function signFarcaster(frame: FrameContext, request: FarcasterSignRequest): Promise<string> {
  const { signature } = await callOnWallet(
    frame,
    { address: request.address, chainType: 'ethereum' },
    ({ frameRef: { accessToken, entropyId } }) =>
      callFrame(frame, 'rpc', 'privy:farcaster:sign', {
        accessToken,
        address: entropyId,
        ...toFarcasterSign(request),
      }).catch((error) => {
        throw toSigningError(error);
      }),
  );
  return signature;
}
