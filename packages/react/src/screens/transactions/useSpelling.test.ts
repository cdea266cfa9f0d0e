import { describe, expect, it } from 'vitest';
import { toAmount } from './useSpelling.ts';

describe('an amount of a token', () => {
  it.each([
    ['000 USDC', '“000 USDC”'],
    ['.5', '“.5”'],
    ['1INCH', '“1INCH”'],
    ['USD Coin', '“USD Coin”'],
    ['USDC', 'USDC'],
    ['USD₮0', 'USD₮0'],
  ])(
    'an amount with the symbol %j of a token ends with %s, so the symbol cannot continue the number',
    (symbol, shown) => {
      expect(toAmount('1', symbol)).toBe(`1\u00a0${shown}`);
    },
  );

  it('an amount shortens a long symbol of a token and spells out its invisible letters', () => {
    expect(toAmount('1', 'ABCDEFGHIJKLMNOP')).toBe('1\u00a0ABCDEFGHIJKL…');
    expect(toAmount('1', 'US\u200bDC')).not.toContain('\u200b');
  });
});
