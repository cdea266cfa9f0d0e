import type { Quote } from '../funding.ts';

/** Request for a quote. The quote service's answer is checked against it. */
export interface QuoteRequest
  extends Pick<Quote, 'from' | 'to' | 'payer' | 'recipient' | 'coinIn' | 'coinOut'> {
  /** Amount that must arrive, in the smallest unit. */
  readonly amount: bigint;
  /** US dollars for one coin, from our own service; null if unknown. */
  readonly price: number | null;
  /** Contracts that the operator allows deposits to. If empty, a simulation must show what a deposit takes. */
  readonly deposits: readonly string[];
}

/** The quote service's address for a chain's native coin (BRDG-02). */
export const nativeAddress = '0x0000000000000000000000000000000000000000';

/** Creates the body of a quote request (BRDG-01). */
export function toBody({ from, to, payer, recipient, coinIn, coinOut, amount }: QuoteRequest) {
  return {
    user: payer,
    recipient,
    originChainId: from.id,
    destinationChainId: to.id,
    originCurrency: coinIn.token ?? nativeAddress,
    destinationCurrency: coinOut.token ?? nativeAddress,
    amount: String(amount),
    tradeType: 'EXACT_OUTPUT',
    refundTo: payer,
    // A permit is a signature that allows spending. `checkQuote` cannot check one.
    usePermit: false,
  };
}
