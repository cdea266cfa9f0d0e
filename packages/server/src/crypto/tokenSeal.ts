import { createHmac } from 'node:crypto';
import type { Random } from '../world.ts';
import { aeadNonceLength, decrypt, encrypt } from './aead.ts';

const noAad = new Uint8Array();

/** HKDF-Expand with one block (RFC 5869 §2.3); a token is uniformly random, so that the extract step adds nothing (§3.3). */
function keyOf(token: string): Buffer {
  return createHmac('sha256', token).update('latchkey/token-seal/v1\u0001').digest();
}

/**
 * Seals a value so that only the holder of a token can open it: the database then keeps neither.
 *
 * @param token a secret of at least 128 random bits
 */
export function sealUnderToken(random: Random, token: string, value: Uint8Array): Uint8Array {
  return encrypt(keyOf(token), random.bytes(aeadNonceLength), noAad, value);
}

/** Opens what {@link sealUnderToken} gave, or null when the token is another one. */
export function openUnderToken(token: string, sealed: Uint8Array): Uint8Array | null {
  return decrypt(keyOf(token), noAad, sealed);
}
