import { expect, test } from 'vitest';
import { nodeRandom } from './random.ts';
import { openUnderToken, sealUnderToken } from './tokenSeal.ts';

const value = new Uint8Array(32).fill(9);

test('[S22] opens with the token that it was sealed under, with no other', () => {
  const sealed = sealUnderToken(nodeRandom, 'old token', value);
  expect(openUnderToken('old token', sealed)).toEqual(value);
  expect(openUnderToken('old tokem', sealed)).toBeNull();
});

test('a changed byte opens nothing', () => {
  const sealed = sealUnderToken(nodeRandom, 'old token', value);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openUnderToken('old token', changed)).toBeNull();
  }
});
