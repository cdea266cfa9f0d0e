import { isTransactionOf, readSolanaMessage } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { SessionContext } from '../../../contexts.ts';
import { assertAuthenticated, getAccess } from '../getAccess.ts';
import { getWallet } from '../wallets.ts';

/**
 * What a person is asked to sign with a Solana wallet (SIGN-01): a text, or bytes that are none; or the message of a
 * transaction in base64, which is never signed under the name of a message.
 */
export type SolanaSignRequest =
  | { readonly method: 'solana_signMessage'; readonly data: string | Uint8Array; readonly address: string }
  | { readonly method: 'solana_signTransaction'; readonly data: string; readonly address: string }
  | SolanaSendRequest;

/** A transaction that is sent as soon as it is signed. */
export interface SolanaSendRequest {
  readonly method: 'solana_signAndSendTransaction';
  readonly data: string;
  readonly address: string;
  readonly chain: SolanaChain;
}

/** Tells requests to a Solana wallet from those to one of Ethereum. */
export function isSolanaRequest<Other extends { readonly method: string }>(
  request: Other | SolanaSignRequest,
): request is SolanaSignRequest {
  return request.method.startsWith('solana_');
}

/**
 * Finds the Solana wallet of the signed-in user.
 *
 * @throws ServiceError `must_be_authenticated` (SOL-04), `missing_or_invalid_token`, `embedded_wallet_not_found`
 */
export async function getSolanaWallet(session: SessionContext, address: string | undefined) {
  assertAuthenticated(session);
  const { user } = await getAccess(session);
  return getWallet(user, address, 'solana');
}

/**
 * Checks a message that is to be signed. Threat: a page, or what runs in it, asks for a 'message' that is a payment.
 *
 * @param message a text; bytes where they come by the Wallet Standard, which knows no texts
 * @throws ServiceError `invalid_message` for what is empty, neither, or a transaction that this wallet would sign
 */
export function toMessageRequest(message: string | Uint8Array, address: string): SolanaSignRequest {
  const bytes = toBytes(message);
  if (bytes.length === 0) fail('invalid_message');
  if (isTransactionOf(bytes, address)) {
    fail('invalid_message', { message: 'This message is a transaction. Sign it as one.' });
  }
  // What reads as text is shown as text, whichever way it came.
  return { method: 'solana_signMessage', data: toText(bytes) ?? bytes, address };
}

/**
 * Checks the message of a transaction that is to be signed.
 *
 * @throws ServiceError `invalid_data` for what is none, or none that the address signs
 */
export function toTransactionRequest(message: Uint8Array, address: string) {
  const signers = readSolanaMessage(message)?.signers ?? [];
  if (!signers.includes(address)) {
    fail('invalid_data', { message: `This transaction is not one that ${address} signs` });
  }
  return { method: 'solana_signTransaction' as const, data: toBase64(message), address };
}

/** The bytes that a request signs. */
export function bytesOf(request: SolanaSignRequest): Uint8Array {
  return request.method === 'solana_signMessage' ? toBytes(request.data) : fromBase64(request.data);
}

/** @throws ServiceError `invalid_message` for what is neither text nor bytes (SOL-05) */
function toBytes(message: unknown): Uint8Array {
  if (message instanceof Uint8Array) return Uint8Array.from(message);
  // Half a surrogate pair would be signed as another text than the one that was shown.
  if (typeof message !== 'string' || /[\ud800-\udfff]/u.test(message)) fail('invalid_message');
  return new TextEncoder().encode(message);
}

/** @returns null where the bytes are no text, or not the only ones of it */
function toText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** @throws Error for what is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
