import type { Chain, TransactionToken } from '@latchkey/core';
import { findNetwork, spellOut } from '@latchkey/frame/readable';
import { useContext, useMemo } from 'react';
import { defaultSymbol, formatCrypto, formatExactly, formatFiat } from '../../display/index.ts';
import { LanguageContext } from '../../texts/index.ts';
import { shorten } from '../../ui/index.ts';
import { useSettings } from '../services.ts';
import type { Spelling } from './describe.ts';

export interface Money extends Spelling {
  /** Returns the value of an amount of the chain's coin, or null if the price is unknown. */
  fiat(amount: bigint): string | null;
  /** Formats an amount of the chain's coin with all its decimals. */
  exactly(amount: bigint): string;
  /** Formats an amount of another unit, by its decimals and name. */
  amount(amount: bigint, decimals: number, unit: string): string;
  /** True if the value is shown before the amount (DISP-09). */
  readonly isFiatFirst: boolean;
}

export interface MoneyFacts {
  readonly chain: Chain;
  readonly token: TransactionToken | null;
  readonly price: number | null;
}

/** Maximum length of a token symbol, which a contract can set to any text. A longer one is cut. */
const longestSymbol = 12;

export function useSpelling({ chain, token, price }: MoneyFacts): Money {
  const { tag: language, direction } = useContext(LanguageContext);
  const { primary } = useSettings().embeddedWallets.priceDisplay;
  return useMemo(() => {
    const { symbol = findNetwork(chain.id)?.symbol ?? defaultSymbol, decimals = 18 } =
      chain.nativeCurrency ?? {};
    // Isolates an amount or address in a right-to-left sentence, so it keeps its order.
    const whole = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);
    const of = (amount: string, unit: string) => whole(toAmount(amount, unit));
    const isToken = (address: string) => token?.address.toLowerCase() === address.toLowerCase();
    return {
      isFiatFirst: primary === 'fiat-currency',
      fiat(amount) {
        const worth = price === null ? null : formatFiat(amount, { decimals, price, language });
        return worth === null ? null : whole(worth.replaceAll('\u200f', '')); // removes a right-to-left mark, which would change the order
      },
      amount: (amount, decimals, unit) => of(formatCrypto(amount, { decimals, language }), unit),
      coin: (amount) => of(formatCrypto(amount, { decimals, language }), symbol),
      exactly: (amount) => of(formatExactly(amount, { decimals, language }), symbol),
      token: (address, amount) =>
        token && isToken(address)
          ? of(formatCrypto(amount, { decimals: token.decimals, language }), token.symbol)
          : null,
      tokenName: (address) => whole(token && isToken(address) ? toSymbol(token.symbol) : shorten(address)),
      address: (address) => whole(shorten(address)),
      number: (value) => formatExactly(value, { decimals: 0, language }),
    };
  }, [chain, token, price, primary, language, direction]);
}

/**
 * Returns a formatted number and the symbol of its unit. A malicious token could continue the number with its symbol,
 * such as '000 USDC' after a 1. So a symbol that does not begin with a letter, or has several words, is quoted.
 */
export function toAmount(number: string, unit: string): string {
  const symbol = toSymbol(unit);
  return `${number}\u00a0${/^\p{L}\S*$/u.test(symbol) ? symbol : `“${symbol}”`}`;
}

/**
 * Escapes and shortens a token's symbol. A malicious token could use invisible letters, or control characters that
 * reverse the order of the text beside it.
 */
function toSymbol(text: string): string {
  const letters = [...spellOut(text)];
  return letters.length > longestSymbol ? `${letters.slice(0, longestSymbol).join('')}…` : letters.join('');
}
