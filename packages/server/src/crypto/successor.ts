import { keyedHash } from './hash.ts';

/** Bytes of the salt of {@link deriveSuccessor}: as many as in the successor. */
export const successorSaltLength = 32;

/**
 * Derives the successor of a token, the same each time for one salt, so the service need not store it. An attacker who
 * has only the database, which contains the salt, would have to guess the token. An attacker who has only the token
 * would have to guess the salt. Each has at least 256 bits. HMAC under the token is a pseudorandom function of
 * the salt.
 *
 * @param token a secret of at least 256 random or pseudorandom bits
 * @param salt as many random bytes as `successorSaltLength`, new for each token
 * @returns 32 bytes
 */
export function deriveSuccessor(token: string, salt: Uint8Array): Buffer {
  return keyedHash(Buffer.from(token), ['latchkey/successor/v1', Buffer.from(salt).toString('base64url')]);
}
