import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { deriveSuccessor, successorSaltLength } from './successor.ts';

const salt = new Uint8Array(successorSaltLength).fill(7);

test('[S22] the successor comes again from the same token and salt, and from no other', () => {
  const successor = deriveSuccessor('old token', salt);
  expect(successor).toHaveLength(32);
  expect(deriveSuccessor('old token', salt)).toEqual(successor);
  expect(deriveSuccessor('old tokem', salt)).not.toEqual(successor);
  expect(deriveSuccessor('old token', salt.with(31, 8))).not.toEqual(successor);
});

test('it is HKDF-SHA256 as another library computes it', () => {
  const derived = hkdf(sha256, Buffer.from('old token'), salt, Buffer.from('latchkey/successor/v1'), 32);
  expect(deriveSuccessor('old token', salt)).toEqual(Buffer.from(derived));
});
