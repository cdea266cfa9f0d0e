import type { PreparedTransfer, Quote } from '@latchkey/core';
import { coinOf, coinOfChain } from './network.ts';
import type { TransferPlan } from './plan.ts';
import type { FundingMoney } from './useMoney.ts';

export function transferFee({ network, fee }: PreparedTransfer, money: FundingMoney): string[] {
  return [money.crypto(fee, coinOf({ network, asset: 'native-currency' }))];
}

/** Returns the fee of a transfer between networks: service fee and gas, added up if both are in the same coin. */
export function quoteFee({ coinIn, fee, gas, from }: Quote, money: FundingMoney): string[] {
  const own = coinOfChain(from);
  if (coinIn.token === null) return [money.crypto(fee + gas, own)];
  return [money.crypto(fee, coinIn), `+ ${money.crypto(gas, own)}`];
}

export function totalOf(plan: TransferPlan, money: FundingMoney): string {
  if (plan.way === 'wallet') return money.crypto(plan.transfer.total, plan.transfer.coin);
  const { amountIn, coinIn, gas } = plan.quote;
  return money.crypto(coinIn.token === null ? amountIn + gas : amountIn, coinIn);
}

export function arrivedOf(plan: TransferPlan, money: FundingMoney): string {
  if (plan.way === 'wallet') return money.crypto(plan.transfer.amount, plan.transfer.coin);
  return money.crypto(plan.quote.amountOut, plan.quote.coinOut);
}
