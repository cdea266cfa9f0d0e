/**
 * ASCII digits, at most 15 before the dot, and at most one dot: no sign, no exponent (FUND-05). The field converts
 * digits of other scripts first.
 */
const amountForm = /^([0-9]{0,15})(?:\.([0-9]*))?$/;

/**
 * Returns the new text of an amount field after the user typed (FUND-05). A comma or an Arabic decimal separator
 * becomes a dot, because many phone keyboards have no dot. Returns `before` if the text is not an amount.
 */
export function typeAmount(before: string, typed: string, decimals: number): string {
  const text = typed.replace(/[,\u066B]/g, '.');
  const [, , fraction] = amountForm.exec(text) ?? [before];
  const isAmount = amountForm.test(text) && (fraction?.length ?? 0) <= decimals;
  return isAmount ? text : before;
}

/** Converts an amount to the smallest unit. Returns null if the text is not an amount or has too many decimals. */
export function parseAmount(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = amountForm.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '' || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Writes an amount in the smallest unit as a decimal number, without trailing zeros. */
export function toAmount(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0*$/, '');
}
