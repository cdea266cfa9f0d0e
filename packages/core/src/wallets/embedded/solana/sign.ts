import { toBase58 } from '@latchkey/frame/readable';
import { fail, type RpcRequest } from '@latchkey/wire';
import type { FrameContext } from '../../../contexts.ts';
import { requestSignatures } from '../signing/sign.ts';
import { bytesOf, fromBase64, type SolanaSignRequest, toBase64 } from './request.ts';

/**
 * Signs in the frame, without a screen. The message of a transaction travels as any other (docs/wire/protocol.md §4.3).
 *
 * @returns the signature, in base 58
 * @throws ServiceError the frame's, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signSolana(frame: FrameContext, request: SolanaSignRequest): Promise<string> {
  const wallet = { address: request.address, chainType: 'solana' as const };
  return readSignature(await requestSignatures(frame, wallet, toSolanaRpc(request)));
}

/** A request as it travels to the frame. */
export function toSolanaRpc(request: SolanaSignRequest): RpcRequest {
  return { method: 'signMessage', params: { message: toBase64(bytesOf(request)) } };
}

/** Reads the frame's signature into base 58. @throws ServiceError `unable_to_sign` */
export function readSignature(data: unknown): string {
  return toBase58(toSignature(data) ?? fail('unable_to_sign'));
}

/** The frame is ours, but what it answers goes to the host as a signature: never anything else. */
function toSignature(data: unknown): Uint8Array | null {
  const { signature } = (data ?? {}) as { signature?: unknown };
  try {
    const bytes = typeof signature === 'string' ? fromBase64(signature) : null;
    return bytes?.length === 64 ? bytes : null;
  } catch {
    return null;
  }
}
