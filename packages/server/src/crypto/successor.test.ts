import { expect, test } from 'vitest';
import { deriveSuccessor, successorSaltLength } from './successor.ts';

const salt = new Uint8Array(successorSaltLength).fill(7);

test('[S22] the same token and salt have the same successor, and another token or salt has another one', () => {
  const successor = deriveSuccessor('old token', salt);
  expect(successor).toHaveLength(32);
  expect(deriveSuccessor('old token', salt)).toEqual(successor);
  expect(deriveSuccessor('old tokem', salt)).not.toEqual(successor);
  expect(deriveSuccessor('old token', salt.with(31, 8))).not.toEqual(successor);
});
