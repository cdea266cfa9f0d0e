import { isTransactionOf, readSolanaMessage } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import type { SolanaChain } from '../../../config/index.ts';
import type { SessionContext } from '../../../contexts.ts';
import { assertAuthenticated, getAccess } from '../getAccess.ts';
import { getWallet } from '../wallets.ts';

/**
 * Data that the user is asked to sign with a Solana wallet (SIGN-01): a text, bytes that are not text, or a
 * transaction's message in base64.
 */
export type SolanaSignRequest =
  | { readonly method: 'solana_signMessage'; readonly data: string | Uint8Array; readonly address: string }
  | { readonly method: 'solana_signTransaction'; readonly data: string; readonly address: string }
  | SolanaSendRequest;

/** Transaction that is signed and then sent. */
export interface SolanaSendRequest {
  readonly method: 'solana_signAndSendTransaction';
  readonly data: string;
  readonly address: string;
  readonly chain: SolanaChain;
}

export function isSolanaRequest<Other extends { readonly method: string }>(
  request: Other | SolanaSignRequest,
): request is SolanaSignRequest {
  return request.method.startsWith('solana_');
}

/**
 * Returns the Solana wallet of the signed-in user.
 *
 * @throws ServiceError `must_be_authenticated` (SOL-04), `missing_or_invalid_token`, `embedded_wallet_not_found`
 */
export async function getSolanaWallet(session: SessionContext, address: string | undefined) {
  assertAuthenticated(session);
  const { user } = await getAccess(session);
  return getWallet(user, address, 'solana');
}

/**
 * Checks a message to sign. A malicious dapp could present a payment as a message, so the bytes that this wallet signs
 * for a transaction are rejected.
 *
 * @param message a text, or the bytes that the Wallet Standard passes
 * @throws ServiceError `invalid_message` if the message is empty, neither valid text nor bytes, or such bytes
 */
export function toMessageRequest(message: string | Uint8Array, address: string): SolanaSignRequest {
  const bytes = toBytes(message);
  if (bytes.length === 0) fail('invalid_message');
  if (isTransactionOf(bytes, address)) {
    fail('invalid_message', { message: 'This message is a transaction. Sign it as one.' });
  }
  // Valid UTF-8 is shown as text, even if it came as bytes.
  return { method: 'solana_signMessage', data: toText(bytes) ?? bytes, address };
}

/**
 * Checks the message of a transaction to sign.
 *
 * @throws ServiceError `invalid_data` if it is not a transaction's message, or the address is not one of its
 *   signers
 */
export function toTransactionRequest(message: Uint8Array, address: string) {
  const signers = readSolanaMessage(message)?.signers ?? [];
  if (!signers.includes(address)) {
    fail('invalid_data', { message: `This transaction is not one that ${address} signs` });
  }
  return { method: 'solana_signTransaction' as const, data: toBase64(message), address };
}

export function bytesOf(request: SolanaSignRequest): Uint8Array {
  return request.method === 'solana_signMessage' ? toBytes(request.data) : fromBase64(request.data);
}

/** @throws ServiceError `invalid_message` if the message is neither valid text nor bytes (SOL-05) */
function toBytes(message: unknown): Uint8Array {
  if (message instanceof Uint8Array) return Uint8Array.from(message);
  // Encoding would replace half a surrogate pair, so the signed text would differ from the text that was shown.
  if (typeof message !== 'string' || /[\ud800-\udfff]/u.test(message)) fail('invalid_message');
  return new TextEncoder().encode(message);
}

/** @returns null if the bytes are not valid UTF-8 */
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

/** @throws Error if the text is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
