import type { ReadableField } from '../../readable/index.ts';
import type { ChainFacts, Token } from '../chainFacts.ts';
import type { TransactionWords } from './words.ts';

/** What amounts are written with. */
export interface Known {
  readonly words: TransactionWords;
  /** What the chain said. */
  readonly facts: ChainFacts;
  /** The wallet that signs, where it is known. */
  readonly holder: string | null;
}

/**
 * An amount of a token: in its units where its contract has told them, else in the smallest.
 *
 * @param inWords stands in place of the number
 */
export function toAmount(
  contract: string,
  amount: bigint,
  { words, facts }: Known,
  inWords: string | null = null,
): ReadableField {
  const token = facts.findToken(contract);
  if (token === null) return code(words.units, inWords ?? amount);
  return code(words.amount, inWords ?? toUnits(amount, token));
}

/** What the wallet has of a token, where it is the wallet's that moves. */
export function toBalance(contract: string, owner: string | null, known: Known): ReadableField[] {
  const { words, facts, holder } = known;
  const token = facts.findToken(contract);
  const isOwn = holder !== null && (owner === null || owner === holder);
  const balance = isOwn ? facts.findBalance(holder, contract) : null;
  return balance === null || token === null ? [] : [code(words.balance, toUnits(balance, token))];
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
