import { isEqual, sha256 } from '../crypto/index.ts';

/** The challenge of a verifier, by the method `S256` (RFC 7636 §4.2). */
export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url');

/** Tells whether a text is the challenge of a verifier, in constant time. */
export const isChallengeOf = (challenge: string, verifier: string): boolean =>
  isSameText(challenge, challengeOf(verifier));

/** Compares texts of any length in constant time. */
export const isSameText = (one: string, other: string): boolean => isEqual(sha256(one), sha256(other));
