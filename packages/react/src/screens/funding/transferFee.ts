import type { PreparedTransfer, Quote } from '@latchkey/core';
import { coinOf, coinOfChain } from './network.ts';
import type { TransferPlan } from './plan.ts';
import type { FundingMoney } from './useMoney.ts';

/** What a transfer on one network costs: paid in the network's own coin. */
export function transferFee({ network, fee }: PreparedTransfer, money: FundingMoney): string[] {
  return [money.crypto(fee, coinOf({ network, asset: 'native-currency' }))];
}

/** What a transfer between networks costs: the service's part, and gas, in one sum where they are of one coin. */
export function quoteFee({ coinIn, fee, gas, from }: Quote, money: FundingMoney): string[] {
  const own = coinOfChain(from);
  if (coinIn.token === null) return [money.crypto(fee + gas, own)];
  return [money.crypto(fee, coinIn), `+ ${money.crypto(gas, own)}`];
}

/** What leaves the wallet that pays. */
export function totalOf(plan: TransferPlan, money: FundingMoney): string {
  if (plan.way === 'wallet') return money.crypto(plan.transfer.total, plan.transfer.coin);
  const { amountIn, coinIn, gas } = plan.quote;
  return money.crypto(coinIn.token === null ? amountIn + gas : amountIn, coinIn);
}

/** What arrives in the wallet that is funded. */
export function arrivedOf(plan: TransferPlan, money: FundingMoney): string {
  if (plan.way === 'wallet') return money.crypto(plan.transfer.amount, plan.transfer.coin);
  return money.crypto(plan.quote.amountOut, plan.quote.coinOut);
}
