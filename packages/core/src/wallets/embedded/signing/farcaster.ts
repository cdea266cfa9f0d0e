import type { FarcasterSignerInitReply } from '@latchkey/wire';
import { toBase64url } from '../../../base64url/index.ts';
import type { FrameContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import { callOnWallet } from './callOnWallet.ts';
import { toSigningError } from './toSigningError.ts';

/** What a person is asked to sign for their Farcaster account, by a key of their wallet that it has as a signer. */
export interface FarcasterSignRequest {
  readonly method: 'farcaster_signMessage';
  /** What is signed: 20 bytes of BLAKE3. */
  readonly hash: Uint8Array;
  /** What the hash is of (`MessageData`); null where only the host knows, and no one can read it. */
  readonly message: Uint8Array | null;
  readonly fid: number;
  /** The wallet whose key signs. */
  readonly address: string;
}

export const isFarcasterRequest = (request: { readonly method: string }): request is FarcasterSignRequest =>
  request.method === 'farcaster_signMessage';

/** A request as it travels to the frame, but for the token (docs/wire/protocol.md §4.3). */
export const toFarcasterSign = ({ hash, message, fid }: FarcasterSignRequest) => ({
  payload: { hash: toBase64url(hash), ...(message ? { data: toBase64url(message) } : {}) },
  fid,
});

/** Has the frame ask for the approval of the user's signer. @throws ServiceError the frame's */
export const initFarcasterSigner = (
  frame: FrameContext,
  address: string,
): Promise<FarcasterSignerInitReply> =>
  callOnWallet(frame, { address, chainType: 'ethereum' }, ({ frameRef: { accessToken, entropyId } }) =>
    callFrame(frame, 'rpc', 'privy:farcaster:init-signer', { accessToken, address: entropyId }),
  );

/** Signs in the frame, without a screen. @returns the signature in base64url @throws ServiceError the frame's, `unable_to_sign` */
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
