import { ed25519 } from '@noble/curves/ed25519.js';
import { toBase64 } from '../bytes.ts';

/** Signs bytes with Ed25519 (RFC 8032 §5.1.6). Returns the signature in base64. */
export function signSolanaMessage(message: Uint8Array, key: Uint8Array): string {
  return toBase64(ed25519.sign(message, key));
}
