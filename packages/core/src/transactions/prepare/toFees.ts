import { toHex } from '../../hex.ts';
import type { CheckedTransaction, UnsignedTransaction } from '../transaction.ts';

/** What a node says of prices; null what it does not know. */
export interface Prices {
  /** Of the newest block; null on chains without EIP-1559. */
  readonly baseFee: bigint | null;
  readonly tip: bigint | null;
  readonly gasPrice: bigint | null;
}

export type Fees = Pick<
  UnsignedTransaction,
  'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList'
>;

/**
 * Fills in what a transaction pays for gas: what the host says, else what the node does. Twice the base fee stays good for
 * six full blocks; what is not needed is not paid.
 *
 * @returns null where neither says enough
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

/** What the node's one price has above the base fee, for nodes that do not know `eth_maxPriorityFeePerGas`. */
function suggestTip({ baseFee, gasPrice }: Prices): bigint | null {
  if (baseFee === null || gasPrice === null) return null;
  return gasPrice > baseFee ? gasPrice - baseFee : 0n;
}

/** What a unit of gas costs at most. */
export function priceOf({ gasPrice, maxFeePerGas }: Fees): bigint {
  return BigInt(maxFeePerGas ?? gasPrice ?? 0);
}
