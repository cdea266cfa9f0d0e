import { expect, test } from 'vitest';
import { isGuessable, nodeRandom } from './index.ts';

const row = (from: number, step: number) =>
  Uint8Array.from({ length: 32 }, (_, index) => from + index * step);

test.each([
  ['zeros', new Uint8Array(32)],
  ['one byte', new Uint8Array(32).fill(0xa7)],
  ['zeros and a one', row(0, 0).fill(1, 31)],
  ['a sequence', row(0, 1)],
  ['a sequence backwards', row(200, -3)],
  ['a pattern', new Uint8Array(Buffer.from('deadbeefcafebabe01234567'.repeat(3).slice(0, 64), 'hex'))],
  ['one letter', 'a'.repeat(40)],
  ['a word', 'latchkey'.repeat(4)],
  ['a sentence twice', 'my-very-own-admin-key-my-very-own-admin-key-'],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz{|}~'],
])('a key made of %s is guessable', (_, key) => {
  expect(isGuessable(key)).toBe(true);
});

test('a random key is not guessable as bytes, base64 or hex', () => {
  for (let times = 0; times < 1_000; times += 1) {
    const key = nodeRandom.bytes(32);
    const texts = [Buffer.from(key).toString('base64'), Buffer.from(key.subarray(16)).toString('hex')];
    for (const one of [key, ...texts]) {
      expect(isGuessable(one), String(one)).toBe(false);
    }
  }
});
