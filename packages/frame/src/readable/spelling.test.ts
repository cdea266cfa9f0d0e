import { describe, expect, it } from 'vitest';
import { readableMessage, spellOut, toHex } from './index.ts';

describe('readableMessage', () => {
  it.each(['0008', '000e', '001f', '0000'])('keeps hex with the control byte %s as hex', (hex) => {
    expect(readableMessage(`0x61${hex.slice(2)}62`)).toBe(`0x61${hex.slice(2)}62`);
  });

  it.each([
    ['09', 'a\tb'],
    ['0a', 'a\nb'],
    ['0b', 'a\\u000bb'],
    ['0d', 'a\\u000db'],
    ['20', 'a b'],
    ['7f', 'a\\u007fb'],
    ['', 'ab'],
  ])('reads hex with the byte %s as text', (hex, text) => {
    expect(readableMessage(`0x61${hex}62`)).toBe(text);
  });

  it('reads a message that is not hex as text, even if it contains a control character or is empty', () => {
    expect(readableMessage('a\u0000b')).toBe('a\\u0000b');
    expect(readableMessage('0x0')).toBe('0x0');
    expect(readableMessage('')).toBe('');
  });
});

describe('spellOut', () => {
  it.each([
    ['no CRLF, which becomes a line feed', 'a\r\nb\r\nc', 'a\nb\nc'],
    ['a lone carriage return, which would write over the line', 'a\rb', 'a\\u000db'],
    ['control characters', 'a\u0007\u001b[2Jb\u0085', 'a\\u0007\\u001b[2Jb\\u0085'],
    ['characters that hide or join', 'a\u00ad\u200d\u2060\ufeffb', 'a\\u00ad\\u200d\\u2060\\ufeffb'],
    ['characters that reorder the text', '\u202a\u2066\u200f', '\\u202a\\u2066\\u200f'],
    ['Unicode’s line and paragraph separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['tags beyond the first plane', 'a\u{e0061}b', 'a\\u{e0061}b'],
    ['variation selectors, which can carry hidden data', 'a\ufe01\u{e0101}b', 'a\\ufe01\\u{e0101}b'],
    ['fillers', 'a\u3164\u115f\u1160\uffa0\u034fb', 'a\\u3164\\u115f\\u1160\\uffa0\\u034fb'],
    ['blank glyphs', 'a\u2800\u{1d159}\u{13441}b', 'a\\u2800\\u{1d159}\\u{13441}b'],
    ['every space but the common one', 'a b\u00a0\u3000\u2003c', 'a b\\u00a0\\u3000\\u2003c'],
    ['private and unassigned characters', '\ue000\u{1fffe}', '\\ue000\\u{1fffe}'],
    [
      'an emoji selector after anything but an emoji',
      'a\ufe0f1\ufe0f🙂\ufe0f\ufe0f',
      'a\\ufe0f1\\ufe0f🙂\ufe0f\\ufe0f',
    ],
    [
      'marks piled on one letter, from the fourth on',
      `a${'\u0336'.repeat(5)}b`,
      'a\u0336\u0336\u0336\\u0336\\u0336b',
    ],
    ['nothing in emoji but the character that joins them', '❤️ 1️⃣ 👩\u200d💻', '❤️ 1️⃣ 👩\\u200d💻'],
    ['nothing in plain text', 'Hello,\n\tGröße 🙂 – ¿?', 'Hello,\n\tGröße 🙂 – ¿?'],
  ])('escapes %s', (_, given, spelled) => {
    expect(spellOut(given)).toBe(spelled);
  });
});

it('writes each byte as two hex digits', () => {
  expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('0x00010f10ff');
  expect(toHex(new Uint8Array())).toBe('0x');
});
