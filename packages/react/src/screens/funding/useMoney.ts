import type { FundingCoin } from '@latchkey/core';
import { useContext, useMemo } from 'react';
import { formatCrypto, formatFiat } from '../../display/index.ts';
import { LanguageContext } from '../../texts/index.ts';
import { toSymbol } from '../transactions/useSpelling.ts';

/** How amounts are written on the screens of funding. */
export interface FundingMoney {
  /** With three decimals at most (DISP-03), and its symbol. */
  crypto(amount: bigint, coin: FundingCoin): string;
  /** What it is worth; null where no one knows. */
  fiat(amount: bigint, coin: FundingCoin, price: number | null): string | null;
}

export function useMoney(): FundingMoney {
  const { tag: language, direction } = useContext(LanguageContext);
  return useMemo(() => {
    // In a sentence from right to left an amount keeps its order.
    const whole = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);
    return {
      crypto: (amount, { decimals, symbol }) =>
        whole(`${formatCrypto(amount, { decimals, places: 3, language })}\u00a0${toSymbol(symbol)}`),
      fiat(amount, { decimals }, price) {
        const worth = price === null ? null : formatFiat(amount, { decimals, price, language });
        return worth === null ? null : whole(worth.replaceAll('\u200f', '')); // a mark that turns the order
      },
    };
  }, [language, direction]);
}
