import { limits } from '@latchkey/wire';
import { isEqual, successorSaltLength } from '../crypto/index.ts';

/**
 * The used refresh tokens of a session as one run of bytes, newest first, so that a refresh prepends an entry in SQL
 * and reads nothing first. An entry is the token's hash (32), when it was used (8, Unix ms) and the salt with which
 * the token gives its successor's secret (32).
 */
export interface UsedToken {
  hash: Uint8Array;
  usedAtMs: number;
  salt: Uint8Array;
}

const hashLength = 32;
const timeLength = 8;

export const entryLength = hashLength + timeLength + successorSaltLength;
/** How many used tokens a session remembers; so many refreshes in 30 s do not happen in a client that works. */
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
 * What a token that is not the newest of its family is worth: it may be used again until 30 s after its
 * successor was used; later it is `replayed`. `forgotten` is one of more refreshes in 30 s than a session remembers:
 * no one can tell any more, so that it opens nothing and ends nothing.
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
  // The entry before a token's own, newer by one, is its successor's; the newest token's successor was not used yet.
  if (found) return isInGrace(used[at - 1]) ? found : 'replayed';
  return used.length >= entriesKept && isInGrace(used[used.length - 1]) ? 'forgotten' : 'replayed';
}
