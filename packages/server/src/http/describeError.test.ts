import { expect, test } from 'vitest';
import { startError } from '../startError.ts';
import { describeError } from './describeError.ts';

test('the log gets the message of a programming error, and no message of Node.js or a library that quotes a value', () => {
  const messageOf = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return describeError(error)[0]?.message;
    }
  };
  expect(messageOf(() => (undefined as never as { name: string }).name)).toMatch(/undefined/);
  expect(describeError(startError('Set LATCHKEY_URL.'))[0]?.message).toBe('Set LATCHKEY_URL.');
  expect(messageOf(() => Buffer.alloc(1, 'canary', 'canary' as never))).toBeUndefined();
  expect(messageOf(() => JSON.parse('canary'))).toBeUndefined();
  expect(messageOf(() => BigInt('1e3canary'))).toBeUndefined();
});

test.each([
  ['an address with a password', 'http://user:canary@127.0.0.1:9', {}],
  ['a text that is no address', 'canary', {}],
  ['a header with a line break', 'http://127.0.0.1:9', { authorization: 'Bearer canary\ncanary' }],
])('the log does not get the message of fetch about %s', async (_, url, headers) => {
  const error = await fetch(url, { headers }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TypeError);
  expect(JSON.stringify(describeError(error))).not.toContain('canary');
});

test('the log gets the code of each cause, and none of the values that their messages quote', () => {
  const cause = Object.assign(new TypeError("Received 'canary'"), { code: 'ERR_INVALID_ARG_VALUE' });
  const described = describeError(new Error('canary', { cause }));
  expect(described).toMatchObject([{ name: 'Error' }, { name: 'TypeError', code: 'ERR_INVALID_ARG_VALUE' }]);
  expect(JSON.stringify(described)).not.toContain('canary');
});
