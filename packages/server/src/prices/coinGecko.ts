import { describeError } from '../http/index.ts';
import { fetchJson } from '../outbound/index.ts';
import type { World } from '../world.ts';

/** Prices in US dollars, by the provider's id of a coin. */
export type Prices = ReadonlyMap<string, number>;

export interface PriceProvider {
  /** Returns the current prices that the provider knows, or null without an answer that can be read. */
  request(coinIds: readonly string[]): Promise<Prices | null>;
}

const longestMs = 3_000;
const maxBytes = 16 * 1024;
/** Price in US dollars from which on a price counts as a mistake of the provider. */
const mostUsd = 1e9;

/**
 * Creates the client of CoinGecko's API, or of a compatible one. https://docs.coingecko.com/reference/simple-price,
 * https://docs.coingecko.com/reference/authentication
 *
 * @param url root of the API, such as `https://api.coingecko.com/api/v3`
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

/** Returns the header with the key. The paid API and the public one expect it in different headers. */
function keyHeader(url: string, key: string | null): Record<string, string> {
  if (key === null) return {};
  const isPaid = new URL(url).hostname.startsWith('pro-api.');
  return { [isPaid ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key };
}

function readPrices(json: Readonly<Record<string, unknown>>, coinIds: readonly string[]): Prices {
  return new Map(
    coinIds.flatMap((id) => {
      const entry = Object.hasOwn(json, id) ? (json[id] as { usd?: unknown } | null) : null;
      const usd = entry?.usd;
      return typeof usd === 'number' && usd > 0 && usd < mostUsd ? [[id, usd] as const] : [];
    }),
  );
}
