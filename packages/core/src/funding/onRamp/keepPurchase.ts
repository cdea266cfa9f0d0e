import { fail, type OnRampWay } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { parseAmount } from '../amounts.ts';
import { findBalance } from '../balances.ts';
import type { FundingRequest } from '../funding.ts';
import { isFundedByCard } from '../isFundedByCard.ts';
import { keepFunding, toArrival } from '../kept.ts';
import { getCoin, nameOf } from '../networks.ts';

/** Refuses addresses that the service would refuse. @throws ServiceError `wallet_not_linked` */
export function assertOwn(session: SessionContext, { address }: FundingRequest): void {
  if (!isFundedByCard(session, address)) fail('wallet_not_linked');
}

/**
 * Percentage of the amount that must arrive to complete a purchase. Fees and price changes can make a card purchase
 * smaller than requested.
 */
const arrivedPercent = 90n;

/** Stores a purchase before its page opens, with the wallet's current balance if the arrival is watched. */
export async function keepPurchase(
  session: SessionContext,
  request: FundingRequest,
  {
    id,
    way,
    isTest,
    symbol,
  }: {
    readonly id: string;
    readonly way: OnRampWay;
    readonly isTest: boolean;
    /** Symbol of another coin that is bought instead of the request's coin. Its arrival is not watched. */
    readonly symbol?: string | undefined;
  },
): Promise<void> {
  const { address, amount, network, asset } = request;
  const coin = getCoin(session.page, network, asset);
  const before = await findBalance(session, network, coin, address);
  const wanted = parseAmount(amount, coin.decimals) ?? 0n;
  // Nothing is paid in test mode, so any coins that arrive belong to another payment.
  const isSeen = wanted > 0n && !isTest && symbol === undefined;
  await keepFunding(session, {
    id,
    way,
    address,
    amount,
    asset,
    isTest,
    caip2: nameOf(network),
    symbol: symbol ?? coin.symbol,
    ...toArrival(isSeen ? before : null, (wanted * arrivedPercent) / 100n),
  });
}
