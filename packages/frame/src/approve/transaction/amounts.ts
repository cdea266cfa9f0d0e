import type { ReadableField } from '../../readable/index.ts';
import type { ChainFacts, Token } from '../chainFacts.ts';
import type { approveEn } from '../generated/en.ts';

/** What amounts are written with. */
export interface Known {
  readonly texts: typeof approveEn.transaction;
  /** What the chain said. */
  readonly facts: ChainFacts;
  /** The wallet that signs, where it is known. */
  readonly holder: string | null;
}

/**
 * An amount of a token: in its units where its contract has told them, else in the smallest.
 *
 * @param instead stands in place of the number
 */
export function toAmount(
  contract: string,
  amount: bigint,
  { texts, facts }: Known,
  instead: string | null = null,
): ReadableField {
  const token = facts.findToken(contract);
  if (token === null) return code(texts.units, instead ?? amount);
  return code(texts.amount, instead ?? toUnits(amount, token));
}

/** What the wallet has of a token, where it is the wallet's that moves. */
export function toBalance(contract: string, owner: string | null, known: Known): ReadableField[] {
  const { texts, facts, holder } = known;
  const token = facts.findToken(contract);
  const isOwn = holder !== null && (owner === null || owner === holder);
  const balance = isOwn ? facts.findBalance(holder, contract) : null;
  return balance === null || token === null ? [] : [code(texts.balance, toUnits(balance, token))];
}

/**
 * An amount and the symbol of its token. Threat: a symbol that goes on with the number, such as '000 USDC' behind a 1; what
 * begins with anything but a letter, or has more than one word, stands in quotation marks.
 */
function toUnits(amount: bigint, { symbol, decimals }: Token): string {
  const number = toDecimal(amount, decimals);
  if (symbol === null) return number;
  return /^\p{L}\S*$/u.test(symbol) ? `${number} ${symbol}` : `${number} “${symbol}”`;
}

/** An amount with all of its digits, and none that say nothing. */
export function toDecimal(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  const rest = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${rest ? `.${rest}` : ''}`;
}

/** A field whose value is no word. */
export const code = (name: string, value: string | number | bigint): ReadableField => ({
  name,
  value: { kind: 'code', text: String(value) },
});
