import { keyedHash } from './hash.ts';

/** Length of {@link deriveSuccessor}'s salt in bytes: as strong as what comes of it, for anyone who holds the token. */
export const successorSaltLength = 32;

/**
 * What comes after a token, so that its holder gets the same again and no other party gets it: neither from the database,
 * which keeps only the salt, nor from the token alone. HMAC under the token is a pseudorandom function of the salt
 * (RFC 2104), because a token is uniformly random and longer than what is needed.
 *
 * @param token a secret of at least 256 random bits
 * @param salt as many random bytes as `successorSaltLength`, new for each token
 * @returns 32 bytes
 */
export function deriveSuccessor(token: string, salt: Uint8Array): Buffer {
  return keyedHash(Buffer.from(token), ['latchkey/successor/v1', Buffer.from(salt).toString('base64url')]);
}
