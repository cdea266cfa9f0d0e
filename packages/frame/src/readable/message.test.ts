import { describe, expect, it } from 'vitest';
import { readableMessage } from './message.ts';

describe('readableMessage', () => {
  it('keeps plain text, line breaks and other scripts as they are', () => {
    const text = 'Anmeldung bei Größe\n\tNonce: 8f2c\nПривет 你好 🙂';
    expect(readableMessage(text)).toBe(text);
  });

  it('decodes hex of text, and keeps hex of other bytes', () => {
    expect(readableMessage('0x48656c6c6f')).toBe('Hello');
    expect(readableMessage('0x48ff00')).toBe('0x48ff00');
    expect(readableMessage(`0x${'01'.repeat(32)}`)).toBe(`0x${'01'.repeat(32)}`);
  });

  it('escapes characters that would make a message read differently from what is signed', () => {
    expect(readableMessage('pay 10\u202e000')).toBe('pay 10\\u202e000');
    expect(readableMessage('a\u200bb\u0000c\u2028d')).toBe('a\\u200bb\\u0000c\\u2028d');
    expect(readableMessage('0xe280ae616263')).toBe('\\u202eabc');
    expect(readableMessage('0xefbbbf616263')).toBe('\\ufeffabc');
  });
});
