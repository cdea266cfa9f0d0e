import { toBase58 } from '@latchkey/frame/readable';
import { fail, type RpcRequest } from '@latchkey/wire';
import type { FrameContext } from '../../../contexts.ts';
import { requestSignatures } from '../signing/sign.ts';
import { bytesOf, fromBase64, type SolanaSignRequest, toBase64 } from './request.ts';

/**
 * Signs in the frame, without a review. A transaction's message is sent like any other message (docs/wire/protocol.md
 * §4.3).
 *
 * @returns the signature, in base58
 * @throws ServiceError the frame's errors, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signSolana(frame: FrameContext, request: SolanaSignRequest): Promise<string> {
  const wallet = { address: request.address, chainType: 'solana' as const };
  return readSignature(await requestSignatures(frame, wallet, toSolanaRpc(request)));
}

export function toSolanaRpc(request: SolanaSignRequest): RpcRequest {
  return { method: 'signMessage', params: { message: toBase64(bytesOf(request)) } };
}

/** Converts the frame's signature to base58. @throws ServiceError `unable_to_sign` */
export function readSignature(data: unknown): string {
  return toBase58(toSignature(data) ?? fail('unable_to_sign'));
}

/** Returns null for anything but 64 bytes, because the host would use it as a signature. */
function toSignature(data: unknown): Uint8Array | null {
  const { signature } = (data ?? {}) as { signature?: unknown };
  try {
    const bytes = typeof signature === 'string' ? fromBase64(signature) : null;
    return bytes?.length === 64 ? bytes : null;
  } catch {
    return null;
  }
}
