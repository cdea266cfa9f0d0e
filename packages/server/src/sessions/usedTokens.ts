import { limits } from '@latchkey/wire';
import { isEqual, successorSaltLength } from '../crypto/index.ts';

/**
 * A used refresh token. A session stores its used tokens as one byte string, newest first, so a refresh prepends an
 * entry in SQL without reading. An entry is the token's hash (32 bytes), the time of its use (8, Unix ms), and the salt
 * with which the token derives its successor's secret (32).
 */
export interface UsedToken {
  hash: Uint8Array;
  usedAtMs: number;
  salt: Uint8Array;
}

const hashLength = 32;
const timeLength = 8;

export const entryLength = hashLength + timeLength + successorSaltLength;
/** Largest number of used tokens that a session remembers. */
export const entriesKept = 16;

export function encodeUsed(token: UsedToken): Buffer {
  const entry = Buffer.alloc(entryLength);
  entry.set(token.hash, 0);
  entry.writeBigUInt64BE(BigInt(token.usedAtMs), hashLength);
  entry.set(token.salt, hashLength + timeLength);
  return entry;
}

export function decodeUsed(bytes: Uint8Array): UsedToken[] {
  const buffer = Buffer.from(bytes);
  const tokens: UsedToken[] = [];
  for (let at = 0; at + entryLength <= buffer.length; at += entryLength) {
    tokens.push({
      hash: buffer.subarray(at, at + hashLength),
      usedAtMs: Number(buffer.readBigUInt64BE(at + hashLength)),
      salt: buffer.subarray(at + hashLength + timeLength, at + entryLength),
    });
  }
  return tokens;
}

/**
 * Judges a refresh token that has a successor. It is accepted until `limits.refreshGraceMs` after its successor was
 * used; later it is `replayed`. An unknown one is `replayed` too, but `forgotten` if there were so many refreshes
 * within that time that the session may have dropped it, so that it may be a retry.
 */
export function judgeUsed(
  used: readonly UsedToken[],
  hash: Uint8Array,
  nowMs: number,
): UsedToken | 'replayed' | 'forgotten' {
  const isInGrace = (successor: UsedToken | undefined) =>
    successor === undefined || successor.usedAtMs + limits.refreshGraceMs > nowMs;

  const at = used.findIndex((token) => isEqual(token.hash, hash));
  const found = used[at];
  // The entry before a token's own is its successor's. The newest used token has none, because its successor was not
  // used yet.
  if (found) return isInGrace(used[at - 1]) ? found : 'replayed';
  return used.length >= entriesKept && isInGrace(used[used.length - 1]) ? 'forgotten' : 'replayed';
}
