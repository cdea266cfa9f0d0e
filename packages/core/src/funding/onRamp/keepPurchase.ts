import { fail, type OnRampWay } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';
import { parseAmount } from '../amounts.ts';
import { findBalance } from '../balances.ts';
import type { FundingRequest } from '../funding.ts';
import { isFundedByCard } from '../isFundedByCard.ts';
import { keepFunding, toArrival } from '../kept.ts';
import { getCoin, nameOf } from '../networks.ts';

/** Refuses what the service would refuse. @throws ServiceError `wallet_not_linked` */
export function assertOwn(session: SessionContext, { address }: FundingRequest): void {
  if (!isFundedByCard(session, address)) fail('wallet_not_linked');
}

/** People who pay by card may get a little less than they asked for: fees, and prices that move. */
const arrivedPercent = 90n;

/** Keeps a purchase before its page can be seen, with what the wallet holds until then. */
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
    /** Of what is bought in place of the request's coin: that it arrived is not seen here. */
    readonly symbol?: string | undefined;
  },
): Promise<void> {
  const { address, amount, network, asset } = request;
  const coin = getCoin(session.page, network, asset);
  const before = await findBalance(session, network, coin, address);
  const wanted = parseAmount(amount, coin.decimals) ?? 0n;
  // In test mode nothing is paid, and what arrives is of another purchase.
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
