import { toUnits } from './assets.ts';
import { findAsset } from './findAsset.ts';
import type { ProviderEvent } from './hear.ts';
import type { ProviderStatus } from './rise.ts';
import { short } from './short.ts';
import type { FundingRow } from './table.ts';

/**
 * Converts a provider's event to a status, with the amount in the smallest unit of the requested coin.
 *
 * A user could buy a million units of a worthless coin on the provider's page under the reference of a USDC purchase,
 * and be credited a million USDC. The amount is null unless the coin is the requested one.
 */
export function toStatus(funding: FundingRow, told: ProviderEvent): ProviderStatus {
  const { amount, coin, providerId, status, transactionHash } = told;
  const isAsked = coin?.symbol === funding.asset && (coin.caip2 === null || coin.caip2 === funding.caip2);
  const asset = isAsked ? findAsset(funding.caip2, funding.asset) : null;
  const received = amount !== null && asset ? toUnits(amount, asset.decimals) : null;
  return { status, received, providerId: short(providerId), transactionHash: short(transactionHash) };
}
