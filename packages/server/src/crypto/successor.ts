import { hkdfSync } from 'node:crypto';

/** Length of {@link deriveSuccessor}'s salt in bytes: as strong as what comes of it, for whoever holds the token. */
export const successorSaltLength = 32;

/**
 * Derives what comes after a token (HKDF, RFC 5869), so that its holder gets the same again and nobody else gets it:
 * neither from the database, which keeps only the salt, nor from the token alone.
 *
 * @param token a secret of at least 256 random bits
 * @param salt as many random bytes as `successorSaltLength`, new for each token
 * @returns 32 bytes
 */
export function deriveSuccessor(token: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', token, salt, 'latchkey/successor/v1', 32));
}
