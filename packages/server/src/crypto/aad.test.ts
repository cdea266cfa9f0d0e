import { expect, test } from 'vitest';
import { encodeAad } from './aad.ts';

const hex = (fields: string[]) => Buffer.from(encodeAad(fields)).toString('hex');

test('[S9] additional data begins with its version and has the length before each field', () => {
  expect(hex(['ab', 'é'])).toBe(`01${'0002'}${'00000002'}6162${'00000002'}c3a9`);
  expect(hex([])).toBe('010000');
});

test('[S9] different lists of fields are encoded as different bytes', () => {
  const lists = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
    ['abc', ''],
    ['', 'abc'],
    ['a', 'b', 'c'],
    ['c', 'ab'],
    [],
  ];
  expect(new Set(lists.map(hex)).size).toBe(lists.length);
});
