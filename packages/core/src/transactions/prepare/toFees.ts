import { toHex } from '../../hex.ts';
import type { CheckedTransaction, UnsignedTransaction } from '../transaction.ts';

/** Prices that a node reports, in wei; null for a price that it does not report. */
export interface Prices {
  /** Base fee of the newest block; null on chains without EIP-1559. */
  readonly baseFee: bigint | null;
  readonly tip: bigint | null;
  readonly gasPrice: bigint | null;
}

export type Fees = Pick<
  UnsignedTransaction,
  'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList'
>;

/**
 * Returns a transaction's type and fees: the host's values, or else the node's. If the host gives no maximum fee, the
 * maximum is twice the base fee plus the tip, because the base fee may rise. The sender does not pay the unused part.
 *
 * @returns null if neither the host nor the node gives a price that is needed
 */
export function toFees(request: CheckedTransaction, prices: Prices): Fees | null {
  const {
    gasPrice: givenPrice,
    maxFeePerGas: givenMax,
    maxPriorityFeePerGas: givenTip,
    accessList,
  } = request;
  const list = accessList ? { accessList } : {};
  const isMarket =
    request.type === null
      ? givenPrice === null && (givenMax !== null || givenTip !== null || prices.baseFee !== null)
      : request.type === 2;
  if (!isMarket) {
    const price = givenPrice ?? prices.gasPrice;
    const type = request.type === 1 || accessList ? 1 : 0;
    return price === null ? null : { type, gasPrice: toHex(price), ...list };
  }
  const tip = givenTip ?? prices.tip ?? suggestTip(prices);
  const max = givenMax ?? (prices.baseFee === null ? null : prices.baseFee * 2n + (tip ?? 0n));
  if (max === null) return null;
  const paidTip = tip === null || tip > max ? max : tip;
  return { type: 2, maxFeePerGas: toHex(max), maxPriorityFeePerGas: toHex(paidTip), ...list };
}

/** Returns the part of the gas price above the base fee, for nodes without `eth_maxPriorityFeePerGas`. */
function suggestTip({ baseFee, gasPrice }: Prices): bigint | null {
  if (baseFee === null || gasPrice === null) return null;
  return gasPrice > baseFee ? gasPrice - baseFee : 0n;
}

/** Returns the highest price that a transaction pays for a unit of gas, in wei. */
export function priceOf({ gasPrice, maxFeePerGas }: Fees): bigint {
  return BigInt(maxFeePerGas ?? gasPrice ?? 0);
}
