/** Digits of ASCII, which the field makes of other scripts' digits, and at most one dot: no sign, no exponent (FUND-05). */
const amountForm = /^([0-9]{0,15})(?:\.([0-9]*))?$/;

/**
 * What a field for amounts holds after a person typed (FUND-05): what they typed with a comma as a dot, because phones of half
 * of Europe have no dot on their keys, and so Arabic's, or `before` where that is no amount.
 */
export function typeAmount(before: string, typed: string, decimals: number): string {
  const text = typed.replace(/[,\u066B]/g, '.');
  const [, , fraction] = amountForm.exec(text) ?? [before];
  const isAmount = amountForm.test(text) && (fraction?.length ?? 0) <= decimals;
  return isAmount ? text : before;
}

/** Reads an amount into the smallest unit; null for what is none. */
export function parseAmount(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = amountForm.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '' || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Writes an amount of the smallest unit as a decimal number, without zeros at its end. */
export function toAmount(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0*$/, '');
}
