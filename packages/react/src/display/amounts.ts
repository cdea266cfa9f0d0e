/*
 * Formats amounts for users. Amounts are integers in the smallest unit: floating-point numbers would lose digits.
 * Digits are Latin in every language, as in addresses; separators and order follow the language.
 */

/** Symbol of a chain's coin if the chain specifies none (DISP-06). */
export const defaultSymbol = 'ETH';

export interface CryptoFormat {
  /** @default 18 */
  readonly decimals?: number;
  /** Maximum number of decimals: 6, on funding screens 3 (DISP-03). @default 6 */
  readonly places?: number;
  /** BCP 47 language tag. @default 'en' */
  readonly language?: string;
}

/**
 * Formats an amount of a coin or token, without its symbol: rounded to `places` decimals, without trailing zeros.
 * Amounts above zero and below 0.001 become `<0.001`, zero becomes `0` (DISP-01).
 */
export function formatCrypto(
  amount: bigint,
  { decimals = 18, places = 6, language = 'en' }: CryptoFormat = {},
): string {
  const size = absolute(amount);
  const unit = 10n ** BigInt(decimals);
  if (size > 0n && size * 1000n < unit) return `<${signOf(amount)}${write(1n, 3, language)}`;
  return `${signOf(amount)}${write(round(size * 10n ** BigInt(places), unit), places, language)}`;
}

/** Formats an amount with all its decimals. */
export function formatExactly(
  amount: bigint,
  { decimals = 18, language = 'en' }: Omit<CryptoFormat, 'places'> = {},
): string {
  return `${signOf(amount)}${write(absolute(amount), decimals, language)}`;
}

export interface FiatFormat {
  /** Decimals of the amount. @default 18 */
  readonly decimals?: number;
  /** Price of one whole coin or token in US dollars. */
  readonly price: number;
  /** BCP 47 language tag. @default 'en' */
  readonly language?: string;
}

/**
 * Formats the value of an amount in US dollars, with two decimals (DISP-02). Values above zero and below a cent
 * become `<$0.01`, zero becomes `$0.00` (DISP-01).
 *
 * @returns null if the price is not a number, negative, or 10^15 dollars or more
 */
export function formatFiat(
  amount: bigint,
  { decimals = 18, price, language = 'en' }: FiatFormat,
): string | null {
  if (!(price >= 0 && price < 1e15)) return null;
  const worth = absolute(amount) * toScaled(price);
  const cent = 10n ** BigInt(decimals + priceDecimals - 2);
  if (amount !== 0n && price > 0 && worth < cent) return `<${signOf(amount)}${writeDollars(1n, language)}`;
  return `${signOf(amount)}${writeDollars(round(worth, cent), language)}`;
}

const priceDecimals = 18;

function toScaled(price: number): bigint {
  const form = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 });
  const [whole = '0', fraction = ''] = form.format(price).split('.');
  return BigInt(whole + fraction.slice(0, priceDecimals).padEnd(priceDecimals, '0'));
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
const signOf = (amount: bigint) => (amount < 0n ? '-' : '');
const round = (amount: bigint, unit: bigint) => (amount + unit / 2n) / unit;

/** Returns a number format with Latin digits, in English if `Intl` does not support the language. */
function formOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat([`${language}-u-nu-latn`, 'en'], options);
}

/** Formats a number that was multiplied by 10^places. */
function write(scaled: bigint, places: number, language: string): string {
  const form = formOf(language, { minimumFractionDigits: 1 });
  const digits = scaled.toString().padStart(places + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const trimmed = fraction.replace(/0+$/, '');
  const written = form
    .formatToParts(BigInt(whole))
    .filter(({ type }) => type === 'integer' || type === 'group')
    .map(({ value }) => value)
    .join('');
  const point = form.formatToParts(0).find(({ type }) => type === 'decimal')?.value ?? '.';
  return trimmed === '' ? written : `${written}${point}${trimmed}`;
}

function writeDollars(cents: bigint, language: string): string {
  return formOf(language, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
    .formatToParts(cents / 100n)
    .map(({ type, value }) => (type === 'fraction' ? (cents % 100n).toString().padStart(2, '0') : value))
    .join('');
}
