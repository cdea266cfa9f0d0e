import { limits } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../crypto/index.ts';
import { decodeUsed, encodeUsed, entriesKept, judgeUsed, type UsedToken } from './usedTokens.ts';

const now = 1_800_000_000_000;

function used(name: string, agoMs: number): UsedToken {
  return { hash: sha256(name), usedAtMs: now - agoMs, salt: new Uint8Array(32).fill(agoMs % 256) };
}

test('encoded used refresh tokens decode to the same tokens, newest first', () => {
  const tokens = [used('b', 1_000), used('a', 2_000)];
  const decoded = decodeUsed(Buffer.concat(tokens.map(encodeUsed)));
  expect(decoded.map(({ usedAtMs }) => usedAtMs)).toEqual([now - 1_000, now - 2_000]);
  expect(decoded.map(({ hash }) => Buffer.from(hash))).toEqual([sha256('b'), sha256('a')]);
  expect(decoded.map(({ salt }) => salt[0])).toEqual([232, 208]);
});

describe('judgeUsed', () => {
  test('[S22] judgeUsed accepts a used token as long as its successor was not used', () => {
    const month = 30 * 24 * 60 * 60_000;
    expect(judgeUsed([used('a', month)], sha256('a'), now)).toMatchObject({ usedAtMs: now - month });
  });

  test('[S22] judgeUsed accepts a used token for less than 30 s after its successor was used', () => {
    const tokens = (agoMs: number) => [used('b', agoMs), used('a', 60_000)];
    expect(judgeUsed(tokens(29_999), sha256('a'), now)).toMatchObject({
      usedAtMs: now - 60_000,
    });
    expect(judgeUsed(tokens(30_000), sha256('a'), now)).toBe('replayed');
  });

  test('judgeUsed judges a token as replayed if it is older than all tokens that are kept', () => {
    expect(judgeUsed([used('b', 1_000)], sha256('a'), now)).toBe('replayed');
  });

  test('judgeUsed judges a token as forgotten if more refreshes came within the grace period than are kept', () => {
    const full = (agoMs: number) =>
      Array.from({ length: entriesKept }, (_, at) => used(`t${at}`, agoMs + at));
    expect(judgeUsed(full(1_000), sha256('a'), now)).toBe('forgotten');
    expect(judgeUsed(full(limits.refreshGraceMs), sha256('a'), now)).toBe('replayed');
  });
});
