import { describe, expect, it } from 'vitest';
import { formatCrypto, formatExactly, formatFiat } from './amounts.ts';

const ether = 10n ** 18n;
const usdc = { decimals: 6 };

describe('formatCrypto', () => {
  it('[DISP-01] amounts of a coin above zero and below 0.001 are formatted as <0.001, and zero as 0', () => {
    expect(formatCrypto(1n)).toBe('<0.001');
    expect(formatCrypto(ether / 1000n - 1n)).toBe('<0.001');
    expect(formatCrypto(ether / 1000n)).toBe('0.001');
    expect(formatCrypto(0n)).toBe('0');
    expect(formatCrypto(999n, usdc)).toBe('<0.001');
    expect(formatCrypto(0n, usdc)).toBe('0');
  });

  it('[DISP-03] amounts of a coin are formatted with at most 6 decimals, or 3 if requested, without trailing zeros', () => {
    expect(formatCrypto(1_234_567_890_123_456_789n)).toBe('1.234568');
    expect(formatCrypto(1_234_567_890_123_456_789n, { places: 3 })).toBe('1.235');
    expect(formatCrypto(ether / 2n)).toBe('0.5');
    expect(formatCrypto(ether)).toBe('1');
    expect(formatCrypto(1_000_001n, { decimals: 6, places: 3 })).toBe('1');
    expect(formatCrypto(12n * ether + 1n)).toBe('12');
    expect(formatCrypto(7n, { decimals: 0 })).toBe('7');
  });

  it('large amounts are formatted with the digits that a floating-point number cannot hold', () => {
    expect(formatCrypto(2n ** 256n - 1n, { decimals: 0 })).toBe(
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935',
    );
    expect(formatExactly(9_007_199_254_740_993_000_000_000_000_001n)).toBe(
      '9,007,199,254,740.993000000000000001',
    );
    expect(formatExactly(1n)).toBe('0.000000000000000001');
  });

  it('amounts of a coin are formatted for each language of the modal, in Latin digits', () => {
    const amount = 1_234_567_500_000n;
    const written = ['en', 'de', 'es', 'ja', 'ar'].map((language) =>
      formatCrypto(amount, { ...usdc, language }),
    );
    expect(written).toEqual(['1,234,567.5', '1.234.567,5', '1.234.567,5', '1,234,567.5', '1,234,567.5']);
    expect(formatCrypto(1n, { language: 'de' })).toBe('<0,001');
    expect(formatCrypto(amount, { ...usdc, language: 'tlh' })).toBe('1,234,567.5');
  });
});

describe('formatFiat', () => {
  it('[DISP-01] dollar values above zero and below a cent are formatted as <$0.01, and zero as $0.00', () => {
    expect(formatFiat(1n, { price: 3000 })).toBe('<$0.01');
    expect(formatFiat(ether, { price: 0.009_999 })).toBe('<$0.01');
    expect(formatFiat(ether, { price: 0.01 })).toBe('$0.01');
    expect(formatFiat(ether, { price: 1e-40 })).toBe('<$0.01');
    expect(formatFiat(0n, { price: 3000 })).toBe('$0.00');
    expect(formatFiat(ether, { price: 0 })).toBe('$0.00');
  });

  it('[DISP-02] dollar values are formatted with two decimals', () => {
    expect(formatFiat(ether / 2n, { price: 3512.37 })).toBe('$1,756.19');
    expect(formatFiat(25_000_000n, { ...usdc, price: 1 })).toBe('$25.00');
    expect(formatFiat(10n ** 24n, { price: 1.234e-7 })).toBe('$0.12');

    expect(formatFiat(10n ** 36n, { price: 3000 })).toBe('$3,000,000,000,000,000,000,000.00');
  });

  it('an amount has no dollar value if the price is not a number, infinite, negative or 1e21', () => {
    for (const price of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e21])
      expect(formatFiat(ether, { price })).toBeNull();
  });

  it('dollar values are formatted for each language of the modal', () => {
    const written = ['en', 'de', 'es', 'ja', 'ar'].map((language) =>
      formatFiat(1234n * ether + ether / 2n, { price: 1, language })
        ?.replace(/[\u00a0\u200f]/g, ' ')
        .trim(),
    );
    expect(written).toEqual(['$1,234.50', '1.234,50 $', '1234,50 $', '$1,234.50', '1,234.50 US$']);
    expect(formatFiat(1n, { price: 1, language: 'de' })).toBe('<0,01\u00a0$');
  });
});
