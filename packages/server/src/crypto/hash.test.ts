import { describe, expect, test } from 'vitest';
import { deriveKey, isEqual, keyedHash, sha256 } from './hash.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('sha256 returns the digest of FIPS 180-4 for text and for bytes', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(hex(sha256('abc'))).toBe(digest);
  expect(hex(sha256(new Uint8Array([0x61, 0x62, 0x63])))).toBe(digest);
});

test('keys derived for different purposes differ', () => {
  const secret = new Uint8Array(32).fill(7);
  expect(deriveKey(secret, 'a/v1')).toHaveLength(32);
  expect(hex(deriveKey(secret, 'a/v1'))).not.toBe(hex(deriveKey(secret, 'b/v1')));
});

test('[S28] a keyed hash depends on the key and on the boundaries of its fields', () => {
  const key = new Uint8Array(32).fill(1);
  const hash = hex(keyedHash(key, ['ab', 'c']));
  expect(hex(keyedHash(key, ['ab', 'c']))).toBe(hash);
  expect(hex(keyedHash(key, ['a', 'bc']))).not.toBe(hash);
  expect(hex(keyedHash(key, ['abc']))).not.toBe(hash);
  expect(hex(keyedHash(new Uint8Array(32).fill(2), ['ab', 'c']))).not.toBe(hash);
});

describe('isEqual', () => {
  const secret = sha256('secret');

  test('[S52] isEqual notices a difference in any byte or in the length', () => {
    expect(isEqual(secret, Uint8Array.from(secret))).toBe(true);
    for (let at = 0; at < secret.length; at += 1) {
      const other = Uint8Array.from(secret);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(isEqual(secret, other)).toBe(false);
    }
    expect(isEqual(secret, secret.subarray(1))).toBe(false);
    expect(isEqual(secret, new Uint8Array())).toBe(false);
  });
});
