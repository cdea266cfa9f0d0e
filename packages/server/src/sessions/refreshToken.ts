import { sha256, successorSaltLength } from '../crypto/index.ts';
import type { Random } from '../world.ts';

/**
 * A refresh token: `<session id>.<48 random bytes in base64url>`. The first 16 bytes are the family's secret, the same
 * in every token of a session; the other 32 are new in each. The id finds the row by its primary key; the family's
 * secret tells a token that was once issued from one that someone made up, so that no one can end a session by
 * knowing its id, which stands in every access token.
 */
export interface RefreshToken {
  readonly text: string;
  readonly sessionId: string;
}

const familyLength = 16;
const secretLength = 32;
const pattern = /^([a-z2-7]{25})\.([A-Za-z0-9_-]{64})$/;

/** The first refresh token of a session. */
export function createRefreshToken(random: Random, sessionId: string): RefreshToken {
  return toToken(sessionId, random.bytes(familyLength), random.bytes(secretLength));
}

/** The token of the same family with another secret of 32 bytes. */
export function withSecret(token: RefreshToken, secret: Uint8Array): RefreshToken {
  return toToken(token.sessionId, familyOf(token), secret);
}

/** Reads a refresh token; null when the text is none. */
export function readRefreshToken(text: string): RefreshToken | null {
  const sessionId = pattern.exec(text)?.[1];
  return sessionId === undefined ? null : { text, sessionId };
}

/** What the database keeps of a token. */
export function hashOf(token: RefreshToken): Buffer {
  return sha256(token.text);
}

/** What the database keeps of the family's secret. */
export function familyHashOf(token: RefreshToken): Buffer {
  return sha256(familyOf(token));
}

/** The salt with which a token gives the secret of the next one. */
export function newSalt(random: Random): Uint8Array {
  return random.bytes(successorSaltLength);
}

function familyOf(token: RefreshToken): Uint8Array {
  return Buffer.from(token.text.slice(token.sessionId.length + 1), 'base64url').subarray(0, familyLength);
}

function toToken(sessionId: string, family: Uint8Array, secret: Uint8Array): RefreshToken {
  return { text: `${sessionId}.${Buffer.concat([family, secret]).toString('base64url')}`, sessionId };
}
