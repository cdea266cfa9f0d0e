import type { Quote } from '../funding.ts';

/** What a quote is asked for, and what its answer is held against. */
export interface QuoteRequest
  extends Pick<Quote, 'from' | 'to' | 'payer' | 'recipient' | 'coinIn' | 'coinOut'> {
  /** What has to arrive, in the smallest unit. */
  readonly amount: bigint;
  /** US dollars for one coin, by our own service; null where it does not know. */
  readonly price: number | null;
  /** The contracts that a deposit may go to, by the operator; with none, a simulation has to show what it takes. */
  readonly deposits: readonly string[];
}

/** The chain's own coin, by the quote service's name for it (BRDG-02). */
export const nativeAddress = '0x0000000000000000000000000000000000000000';

/** The body that asks for a quote (BRDG-01). */
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
    // A permit is a signature that spends, which no one could check here.
    usePermit: false,
  };
}
