import type { FundingProvider } from '@latchkey/wire';
import type { App } from '../app.ts';
import { isSameAddress } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Asset } from './assets.ts';
import type { ProviderStatus, Rise } from './rise.ts';
import { short } from './short.ts';
import { findFunding } from './store.ts';

/**
 * Coin of a purchase, as a provider reports it. The network is null if Coinbase leaves it out, and Coinbase's own name
 * for it if we do not know that name.
 */
export interface BoughtCoin extends Pick<Asset, 'symbol'> {
  readonly caip2: string | null;
}

/** Status of a purchase, from a provider's event or its answer to a request. */
export interface ProviderEvent extends Pick<ProviderStatus, 'providerId' | 'status' | 'transactionHash'> {
  readonly fundingId: string;
  /** Address that the coins are for. */
  readonly address: string;
  readonly isTest: boolean;
  /** Amount of the purchase in coins, such as `0.25`; null if unknown. */
  readonly amount: string | null;
  /** Coin of the purchase; null if the provider does not name it, or MoonPay's name for it is not among ours. */
  readonly coin: BoughtCoin | null;
}

/**
 * Creates the handler of verified events. It counts and ignores an event that does not match a purchase of this app. It
 * throws no error for one, because the provider would then retry for days.
 *
 * An app that shares a provider account receives the events of other apps, and a user can change the wallet on the
 * provider's page. The purchase, provider, mode and wallet of an event must therefore match.
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
    await rise(funding, event);
  };
}
export type Hear = ReturnType<typeof createHear>;
