import { toPlainLine } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { spellOut } from './spellOut.ts';

/** Every Unicode character except surrogates. */
const all = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const isSpelt = (character: string) => spellOut(`x${character}x`) !== `x${character}x`;
const isLeftOut = (character: string) => toPlainLine(`x${character}x`) !== `x${character}x`;

describe('the list of invisible characters', () => {
  it('escapes in signed text the characters that become spaces in names, except tab and line feed', () => {
    const different = all.filter((character) => isSpelt(character) !== isLeftOut(character));
    // A text has several lines, a name has one.
    expect(different).toEqual(['\t', '\n']);
  });

  it('escapes what Unicode calls ignorable, control, format, private, unassigned or a space, except tab, line feed and U+0020, and further blank glyphs', () => {
    const unseen = all.filter((character) => isSpelt(character));
    expect(unseen.length).toBeGreaterThan(800_000);
    const others = unseen.filter(
      (character) => !/[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u.test(character),
    );
    expect(others).toEqual(['\u2800', '\ufffc', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}']);
    const seen = all.filter((character) => !isSpelt(character));
    const missed = seen.filter((character) =>
      /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u.test(character),
    );
    expect(missed).toEqual(['\t', '\n', ' ']);
  });

  it.each([
    ['a selector that gives an emoji its colours', '❤️ 1️⃣'],
    ['marks of scripts that need several', 'שָּׁ ที่ किं'],
  ])('does not escape %s', (_, text) => {
    expect(spellOut(text)).toBe(text);
    expect(toPlainLine(text)).toBe(text);
  });
});

describe('toPlainLine', () => {
  it.each([
    ['that hides letters', 'Meta\u200bMask\ufe01', 'Meta Mask'],
    ['of fillers', '\u3164\u2800\u115f', ''],
    ['that reverses the text around it', '\u202eksaM\u2066', 'ksaM'],
    ['of several lines', 'Wallet\r\n\u2028@evil.example #123456', 'Wallet @evil.example #123456'],
    [
      'with a text in tags',
      `USDC${[...'all'].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')}`,
      'USDC',
    ],
    ['with marks piled up', `a${'\u0336'.repeat(50)}b`, 'a\u0336\u0336\u0336b'],
  ])('shows a name %s as one line of visible characters', (_, given, shown) => {
    expect(toPlainLine(given)).toBe(shown);
  });
});
