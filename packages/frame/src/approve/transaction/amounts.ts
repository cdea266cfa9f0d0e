import type { ReadableField } from '../../readable/index.ts';
import type { ChainFacts, Token } from '../chainFacts.ts';
import type { approveEn } from '../generated/en.ts';

export interface Known {
  readonly texts: typeof approveEn.transaction;
  readonly facts: ChainFacts;
  /** Wallet that signs; null if it is not known. */
  readonly holder: string | null;
}

/**
 * Returns an amount of a token: in the token's units if its contract reported them, otherwise in the smallest unit.
 *
 * @param instead shown in place of the number
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

/**
 * Returns a field with the wallet's balance of a token. Returns none if the balance or the token's units are unknown,
 * or if the request is about another owner's tokens.
 */
export function toBalance(contract: string, owner: string | null, known: Known): ReadableField[] {
  const { texts, facts, holder } = known;
  const token = facts.findToken(contract);
  const isOwn = holder !== null && (owner === null || owner === holder);
  const balance = isOwn ? facts.findBalance(holder, contract) : null;
  return balance === null || token === null ? [] : [code(texts.balance, toUnits(balance, token))];
}

/**
 * Returns an amount and the symbol of its token. A malicious token could continue the number with its symbol, such as
 * '000 USDC' after a 1. A symbol that does not begin with a letter, or has several words, is therefore quoted.
 */
function toUnits(amount: bigint, { symbol, decimals }: Token): string {
  const number = toDecimal(amount, decimals);
  if (symbol === null) return number;
  return /^\p{L}\S*$/u.test(symbol) ? `${number} ${symbol}` : `${number} “${symbol}”`;
}

/** Returns an amount with all its digits, without trailing zeros after the point. */
export function toDecimal(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  const rest = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${rest ? `.${rest}` : ''}`;
}

/** Returns a field whose value is not prose. */
export const code = (name: string, value: string | number | bigint): ReadableField => ({
  name,
  value: { kind: 'code', text: String(value) },
});
