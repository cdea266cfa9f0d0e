import { expect, it } from 'vitest';
import { fromBase64, fromBase64url, randomBytes, toBase64, toBase64url } from './bytes.ts';

it('decodes the base64 and base64url that it encoded, and encodes both like Node.js', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = randomBytes(length);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
  }
});

it('refuses base64 and base64url with wrong padding, white space, another alphabet or leftover bits', () => {
  for (const text of ['aGVsbG8', 'aGVsbG9=', 'aGVs bG8=', 'aGVsbG8=\n', 'a-_b', '=', 'a', 'aGVsbG8==']) {
    expect(fromBase64(text), text).toBeNull();
  }
  for (const text of ['aGVsbG8=', 'aGVsbG9', 'a+/b', 'aGVs bG8', 'a']) {
    expect(() => fromBase64url(text), text).toThrow();
  }
});
