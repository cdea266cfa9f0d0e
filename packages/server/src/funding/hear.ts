import type { FundingProvider } from '@latchkey/wire';
import type { App } from '../app.ts';
import { isSameAddress } from '../users/index.ts';
import type { World } from '../world.ts';
import { type Asset, toUnits } from './assets.ts';
import { findAsset } from './findAsset.ts';
import type { ProviderStatus, Rise } from './rise.ts';
import { findFunding } from './store.ts';
import type { FundingRow } from './table.ts';

/** A coin as a provider names it: Coinbase may leave out on which network. */
export interface BoughtCoin extends Pick<Asset, 'symbol'> {
  readonly caip2: string | null;
}

/** What a provider tells of a purchase, unasked or asked. */
export interface ProviderEvent extends Pick<ProviderStatus, 'providerId' | 'status' | 'transactionHash'> {
  readonly fundingId: string;
  /** The wallet that was paid for. */
  readonly address: string;
  readonly isTest: boolean;
  /** How much was bought, in units of the coin; null where it is not said. */
  readonly amount: string | null;
  /** What was bought; null where it is not said, or is nothing that we know. */
  readonly coin: BoughtCoin | null;
}

/** What is kept of what a provider says: nothing longer than a name. */
const short = (text: string | null) => (text && text.length <= 128 && !text.includes('\0') ? text : null);

/**
 * What a provider tells of a purchase of ours, in the units of what was asked for.
 *
 * Threat: a person who buys a million of a coin that is worth nothing, at the provider's own page and under the reference of a
 * purchase of USDC, and whom a back end then credits a million USDC. Of another coin than was asked for, or of one that is not
 * named, no amount is known.
 */
export function toStatus(funding: FundingRow, told: ProviderEvent): ProviderStatus {
  const { amount, coin, providerId, status, transactionHash } = told;
  const isAsked = coin?.symbol === funding.asset && (coin.caip2 === null || coin.caip2 === funding.caip2);
  const asset = isAsked ? findAsset(funding.caip2, funding.asset) : null;
  const received = amount !== null && asset ? toUnits(amount, asset.decimals) : null;
  return { status, received, providerId: short(providerId), transactionHash: short(transactionHash) };
}

/**
 * Makes the hearer of events whose signature was right. What is not about a purchase of the app's is left alone and
 * counted, without an error: the provider would send it again for days.
 *
 * Threat: an account at a provider that serves several apps tells each of all purchases, and a person at the provider's page
 * may have changed the wallet.
 */
export function createHear(
  { database, log, metrics }: Pick<World, 'database' | 'log' | 'metrics'>,
  { rise }: { readonly rise: Rise },
) {
  return async (app: App, provider: FundingProvider, event: ProviderEvent | null): Promise<void> => {
    const ignore = (reason: 'kind' | 'mode' | 'unknown' | 'wallet') => {
      metrics.count('latchkey_funding_ignored_total', { reason });
      log.info({ app: app.id, provider, reason }, 'an event of a provider was left alone');
    };
    if (!event) return ignore('kind');
    const fundingId = short(event.fundingId);
    const funding = fundingId && (await findFunding(database.db, { appId: app.id, fundingId }));
    if (!funding || funding.provider !== provider) return ignore('unknown');
    if (funding.isTest !== event.isTest) return ignore('mode');
    if (!isSameAddress(funding.address, event.address)) return ignore('wallet');
    await rise(funding, toStatus(funding, event));
  };
}
export type Hear = ReturnType<typeof createHear>;
