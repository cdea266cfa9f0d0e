import type { PreparedTransaction } from '@latchkey/core';

/** Significant digits of the missing amount. */
const digits = 4;

/**
 * Returns the amount to add to a wallet with too little balance, as a decimal number of coins. The amount leaves room
 * for a fee that rises by a tenth, and is rounded up.
 */
export function missingOf({
  total,
  balance,
  fee,
  chain,
}: Pick<PreparedTransaction, 'total' | 'balance' | 'fee' | 'chain'>): string {
  const decimals = chain.nativeCurrency?.decimals ?? 18;
  const missing = total - balance + fee.total / 10n;
  const step = 10n ** BigInt(Math.max(missing.toString().length - digits, 0));
  const rounded = ((missing + step - 1n) / step) * step;
  const text = rounded.toString().padStart(decimals + 1, '0');
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '');
  const whole = text.slice(0, text.length - decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
