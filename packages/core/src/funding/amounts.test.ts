import { toTypedDigits } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { parseAmount, toAmount, typeAmount } from './amounts.ts';

describe('amounts', () => {
  it.each([
    ['1', 1_000_000n],
    ['1.', 1_000_000n],
    ['.5', 500_000n],
    ['0.000001', 1n],
    ['000.5', 500_000n],
    ['999999999999999', 999_999_999_999_999_000_000n],
  ])('[FUND-05] parseAmount parses the amount %s', (text, value) => {
    expect(parseAmount(text, 6)).toBe(value);
  });

  it.each([
    ...['', '.', '1.2.3', '1e9', '0x10', '-1', '+1', ' 1', '1 ', '1\n', '1,5', '٣', '１', '½', 'Infinity'],
    ...['1'.repeat(40), '1'.repeat(16), '0.0000001'],
  ])('[FUND-05] parseAmount returns null for the invalid amount %j', (text) => {
    expect(parseAmount(text, 6)).toBeNull();
  });

  it.each([
    ['0', '', ''],
    ['', '.', '.'],
    ['1', '1.', '1.'],
    ['1', '1,', '1.'],
    ['1.5', '1.55', '1.55'],
    ['1.5', '1.5.', '1.5'],
    ['1.5', '1,5,', '1.5'],
    ['1', '1e', '1'],
    ['1', '1٣', '13'],
    ['1', '１２．５', '12.5'],
    ['1', '1٫5', '1.5'],
    ['1', '1。', '1.'],
    ['1', '1½', '1'],
    ['1.000000', '1.0000001', '1.000000'],
    ['2', '1'.repeat(40), '2'],
    ['2', '\u00a01\u200b', '1'],
  ])(
    '[FUND-05] an amount field keeps digits of any script and one dot, as ASCII: %j, then %j, becomes %j',
    (before, typed, after) => {
      expect(typeAmount(before, toTypedDigits(typed), 6)).toBe(after);
    },
  );

  it('toAmount writes a parsed amount as the same text if the text was normalised', () => {
    for (const text of ['0', '1', '0.5', '10', '100.000001', '999999999999999'])
      expect(toAmount(parseAmount(text, 6) ?? 0n, 6)).toBe(text);
    expect(toAmount(12n, 0)).toBe('12');
    expect(toAmount(10n, 0)).toBe('10');
  });
});
