/*
 * Amounts as people read them. Whole numbers of the smallest unit come in, and no step goes through a floating-point
 * number: what a person approves is what is sent. Digits are Latin in every language, as in addresses; signs and order
 * are the language's.
 */

/** The symbol of a chain's coin where the chain names none (DISP-06). */
export const defaultSymbol = 'ETH';

export interface CryptoFormat {
  /** @default 18 */
  readonly decimals?: number;
  /** How many decimals show at most: 6, on funding screens 3 (DISP-03). @default 6 */
  readonly places?: number;
  /** BCP 47. @default 'en' */
  readonly language?: string;
}

/**
 * An amount of a coin or a token, without its symbol: rounded to `places` decimals, without zeros at the end. What is
 * above zero and below 0.001 shows as `<0.001`, zero as `0` (DISP-01).
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

/** An amount with every decimal that it has. */
export function formatExactly(
  amount: bigint,
  { decimals = 18, language = 'en' }: Omit<CryptoFormat, 'places'> = {},
): string {
  return `${signOf(amount)}${write(absolute(amount), decimals, language)}`;
}

export interface FiatFormat {
  /** Of the amount. @default 18 */
  readonly decimals?: number;
  /** US dollars for one unit. */
  readonly price: number;
  /** BCP 47. @default 'en' */
  readonly language?: string;
}

/**
 * What an amount is worth in US dollars, with two decimals (DISP-02). What is above zero and below a cent shows as
 * `<$0.01`, zero as `$0.00` (DISP-01).
 *
 * @returns null where there is no price that a person could rely on
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

/** A price as a whole number, by the digits that it was given with. */
function toScaled(price: number): bigint {
  const form = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 });
  const [whole = '0', fraction = ''] = form.format(price).split('.');
  return BigInt(whole + fraction.slice(0, priceDecimals).padEnd(priceDecimals, '0'));
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
const signOf = (amount: bigint) => (amount < 0n ? '-' : '');
/** Half of a unit counts as one. */
const round = (amount: bigint, unit: bigint) => (amount + unit / 2n) / unit;

/** Latin digits, in a language that `Intl` knows. */
function formOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat([`${language}-u-nu-latn`, 'en'], options);
}

/** Writes a number that has been multiplied by 10^places. */
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
