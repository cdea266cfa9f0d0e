import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64, toBase64 } from '../bytes.ts';
import { refuse } from '../refusal.ts';

/**
 * Reads the parameters of Solana's `signMessage`: `{ message }`, the bytes to sign in base64. A transaction is signed by
 * signing its message, so that nothing here can tell the two apart; our client refuses transactions as messages.
 *
 * @returns the bytes to sign
 * @throws Refusal `invalid_request_arguments`
 */
export function readSolanaMessage(params: unknown): Uint8Array {
  const message = Object.hasOwn(Object(params), 'message') ? (params as { message: unknown }).message : null;
  const bytes = typeof message === 'string' ? fromBase64(message) : null;
  if (bytes === null || bytes.length === 0) {
    refuse('invalid_request_arguments', 'The message of signMessage must be bytes in base64');
  }
  return bytes;
}

/** Signs bytes by Ed25519 (RFC 8032 §5.1.6); the signature in base64. */
export function signSolanaMessage(message: Uint8Array, key: Uint8Array): string {
  return toBase64(ed25519.sign(message, key));
}
