import { sha256, successorSaltLength } from '../crypto/index.ts';
import type { Random } from '../world.ts';

/**
 * A refresh token: `<session id>.<48 bytes in base64url>`. The first 16 bytes are the family's secret, the same in
 * every token of a session; the other 32 are new in each. An attacker could make up a token from a session id, which
 * every access token contains, to end the session. The family's secret tells such a token from an issued one.
 */
export interface RefreshToken {
  readonly text: string;
  readonly sessionId: string;
}

const familyLength = 16;
const secretLength = 32;
const pattern = /^([a-z2-7]{25})\.([A-Za-z0-9_-]{64})$/;

export function createRefreshToken(random: Random, sessionId: string): RefreshToken {
  return toToken(sessionId, random.bytes(familyLength), random.bytes(secretLength));
}

/** Returns the token of the same family with another secret of 32 bytes. */
export function withSecret(token: RefreshToken, secret: Uint8Array): RefreshToken {
  return toToken(token.sessionId, familyOf(token), secret);
}

/** Parses a refresh token. Returns null if the text is not one. */
export function readRefreshToken(text: string): RefreshToken | null {
  const sessionId = pattern.exec(text)?.[1];
  return sessionId === undefined ? null : { text, sessionId };
}

export function hashOf(token: RefreshToken): Buffer {
  return sha256(token.text);
}

export function familyHashOf(token: RefreshToken): Buffer {
  return sha256(familyOf(token));
}

/** Creates a salt. The secret of a token's successor is derived from the token and this salt. */
export function newSalt(random: Random): Uint8Array {
  return random.bytes(successorSaltLength);
}

function familyOf(token: RefreshToken): Uint8Array {
  return Buffer.from(token.text.slice(token.sessionId.length + 1), 'base64url').subarray(0, familyLength);
}

function toToken(sessionId: string, family: Uint8Array, secret: Uint8Array): RefreshToken {
  return { text: `${sessionId}.${Buffer.concat([family, secret]).toString('base64url')}`, sessionId };
}
