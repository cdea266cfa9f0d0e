import type { FundingCoin } from '@latchkey/core';
import { useContext, useMemo } from 'react';
import { formatCrypto, formatFiat } from '../../display/index.ts';
import { LanguageContext } from '../../texts/index.ts';
import { toAmount } from '../transactions/useSpelling.ts';

export interface FundingMoney {
  /** Formats an amount with its symbol and at most three decimals (DISP-03). */
  crypto(amount: bigint, coin: FundingCoin): string;
  /** Formats the value in dollars; null if the price is unknown. */
  fiat(amount: bigint, coin: FundingCoin, price: number | null): string | null;
}

export function useMoney(): FundingMoney {
  const { tag: language, direction } = useContext(LanguageContext);
  return useMemo(() => {
    // Keeps the order of an amount in right-to-left text.
    const whole = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);
    return {
      crypto: (amount, { decimals, symbol }) =>
        whole(toAmount(formatCrypto(amount, { decimals, places: 3, language }), symbol)),
      fiat(amount, { decimals }, price) {
        const worth = price === null ? null : formatFiat(amount, { decimals, price, language });
        return worth === null ? null : whole(worth.replaceAll('\u200f', '')); // removes a mark that would reverse the order
      },
    };
  }, [language, direction]);
}
