import { createHmac } from 'node:crypto';

/** Length of {@link deriveSuccessor}'s salt in bytes: as strong as what comes of it, for whoever holds the token. */
export const successorSaltLength = 32;

/**
 * Derives what comes after a token, so that its holder gets the same again and nobody else gets it: neither from the
 * database, which keeps only the salt, nor from the token alone. HKDF-Expand with one block (RFC 5869 §2.3); a token is
 * uniformly random, so that the extract step adds nothing (§3.3).
 *
 * @param token a secret of at least 256 random bits
 * @param salt as many random bytes as `successorSaltLength`, new for each token
 * @returns 32 bytes
 */
export function deriveSuccessor(token: string, salt: Uint8Array): Buffer {
  return createHmac('sha256', token).update('latchkey/successor/v1').update(salt).update('\u0001').digest();
}
