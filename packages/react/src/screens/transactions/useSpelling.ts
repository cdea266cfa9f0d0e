import type { Chain, TransactionToken } from '@latchkey/core';
import { findNetwork, spellOut } from '@latchkey/frame/readable';
import { useContext, useMemo } from 'react';
import { defaultSymbol, formatCrypto, formatExactly, formatFiat } from '../../display/index.ts';
import { LanguageContext } from '../../texts/index.ts';
import { shorten } from '../../ui/index.ts';
import { useSettings } from '../services.ts';
import type { Spelling } from './describe.ts';

/** How amounts of one chain are written, for the reader. */
export interface Money extends Spelling {
  /** What an amount of the chain's coin is worth; null where no one knows. */
  fiat(amount: bigint): string | null;
  /** The chain's coin with every decimal. */
  exactly(amount: bigint): string;
  /** An amount of anything that has decimals and a name. */
  amount(amount: bigint, decimals: number, unit: string): string;
  /** Whether what something is worth stands before how much it is (DISP-09). */
  readonly isFiatFirst: boolean;
}

export interface MoneyFacts {
  readonly chain: Chain;
  readonly token: TransactionToken | null;
  readonly price: number | null;
}

/** Symbols are words of a contract's, which may say anything: of a longer one a person reads the beginning. */
const longestSymbol = 12;

export function useSpelling({ chain, token, price }: MoneyFacts): Money {
  const { tag: language, direction } = useContext(LanguageContext);
  const { primary } = useSettings().embeddedWallets.priceDisplay;
  return useMemo(() => {
    const { symbol = findNetwork(chain.id)?.symbol ?? defaultSymbol, decimals = 18 } =
      chain.nativeCurrency ?? {};
    // In a sentence from right to left an amount or an address keeps its order.
    const whole = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);
    const of = (amount: string, unit: string) => whole(`${amount}\u00a0${toSymbol(unit)}`);
    const isToken = (address: string) => token?.address.toLowerCase() === address.toLowerCase();
    return {
      isFiatFirst: primary === 'fiat-currency',
      fiat(amount) {
        const worth = price === null ? null : formatFiat(amount, { decimals, price, language });
        return worth === null ? null : whole(worth.replaceAll('\u200f', '')); // a mark that turns the order
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

/** Threat: a symbol that hides letters, or turns the order of what stands beside it. */
export function toSymbol(text: string): string {
  const letters = [...spellOut(text)];
  return letters.length > longestSymbol ? `${letters.slice(0, longestSymbol).join('')}…` : letters.join('');
}
