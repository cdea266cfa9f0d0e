import { isEqual, sha256 } from '../crypto/index.ts';

/** Returns the challenge of a verifier, by the method `S256` (RFC 7636 §4.2). */
export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url');

/** Returns true if a text is the challenge of a verifier. The time does not reveal the position of a difference. */
export const isChallengeOf = (challenge: string, verifier: string): boolean =>
  isSameText(challenge, challengeOf(verifier));

/** Compares the hashes of two texts, in a time that does not reveal the position of a difference. */
export const isSameText = (one: string, other: string): boolean => isEqual(sha256(one), sha256(other));
