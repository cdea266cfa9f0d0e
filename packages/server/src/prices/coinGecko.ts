import { describeError } from '../http/index.ts';
import { fetchJson } from '../outbound/index.ts';
import type { World } from '../world.ts';

/** Prices in US dollars, by the provider's id of a coin. */
export type Prices = ReadonlyMap<string, number>;

/** Who knows what coins cost. */
export interface PriceProvider {
  /** What the coins cost now, as far as the provider knows; null when it does not answer. */
  request(coinIds: readonly string[]): Promise<Prices | null>;
}

/** A person reviews a payment meanwhile. */
const longestMs = 3_000;
/** Two dozen coins are 1 kB. */
const maxBytes = 16 * 1024;
/** More than any coin costs: what is beyond it is a mistake of the provider's. */
const mostUsd = 1e9;

/**
 * Makes the client of CoinGecko's API, or of one that speaks the same.
 * https://docs.coingecko.com/reference/simple-price, https://docs.coingecko.com/reference/authentication
 *
 * @param url the root of the API, such as `https://api.coingecko.com/api/v3`
 */
export function createCoinGecko(
  world: Pick<World, 'config' | 'fetch' | 'log' | 'signalAfter'>,
  url: string,
): PriceProvider {
  const headers = { accept: 'application/json', ...keyHeader(url, world.config.pricesKey) };

  return {
    async request(coinIds) {
      const query = new URLSearchParams({ ids: coinIds.join(','), vs_currencies: 'usd' });
      try {
        const signal = world.signalAfter(longestMs);
        const request = { method: 'GET', headers, signal, maxBytes } as const;
        const { json, status } = await fetchJson(world, `${url}/simple/price?${query}`, request);
        const prices = status === 200 && json ? readPrices(json, coinIds) : null;
        if (!prices) world.log.warn({ status }, 'the provider of prices does not answer');
        return prices;
      } catch (error) {
        world.log.warn({ reason: describeError(error) }, 'the provider of prices does not answer');
        return null;
      }
    },
  };
}

/** The paid API and the public one take the key by different names. */
function keyHeader(url: string, key: string | null): Record<string, string> {
  if (key === null) return {};
  const isPaid = new URL(url).hostname.startsWith('pro-api.');
  return { [isPaid ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key };
}

/** Takes what is a price; a coin that the provider says nothing of, or nonsense, has none. */
function readPrices(json: Readonly<Record<string, unknown>>, coinIds: readonly string[]): Prices {
  return new Map(
    coinIds.flatMap((id) => {
      const entry = Object.hasOwn(json, id) ? (json[id] as { usd?: unknown } | null) : null;
      const usd = entry?.usd;
      return typeof usd === 'number' && usd > 0 && usd < mostUsd ? [[id, usd] as const] : [];
    }),
  );
}
