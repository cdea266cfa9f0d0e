import { fail, priceRoutes } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import { createCoinGecko, type PriceProvider } from './coinGecko.ts';
import { coinIds, findCoin } from './coins.ts';

/** Time before prices are requested again, in ms. */
const freshMs = 60_000;
/** Age up to which an old price is served if the provider does not answer, in ms. */
const mostStaleMs = 10 * 60_000;
/** Pause after a request without an answer, in ms, so users do not wait for it again. */
const cooldownMs = 30_000;

interface KnownPrice {
  readonly usd: number;
  readonly readAtMs: number;
}

export interface PriceLookup {
  readonly routes: readonly Implementation[];
}

/** Creates the prices module. Each process requests all coins in one call. */
export function createPrices(
  world: Pick<World, 'clock' | 'config' | 'fetch' | 'log' | 'signalAfter'>,
): PriceLookup {
  const { clock, config } = world;
  const provider = config.pricesUrl === null ? null : createCoinGecko(world, config.pricesUrl);
  const board = provider && createBoard(clock, provider);

  return {
    routes: [
      implement(priceRoutes.tokenPrice, async ({ body: { chainId, tokenSymbol } }) => {
        const coin = findCoin(Number(chainId), tokenSymbol, config);
        if (!board || coin === null)
          fail('not_supported', {
            message: 'There is no price of this coin',
            details: { reason: 'no_price' },
          });
        return { usd: (await board.find(coin)) ?? fail('service_unavailable') };
      }),
    ],
  };
}

function createBoard(clock: World['clock'], provider: PriceProvider) {
  const known = new Map<string, KnownPrice>();
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answeredAtMs = Number.NEGATIVE_INFINITY;

  async function request(): Promise<void> {
    const prices = await provider.request(coinIds);
    askedAtMs = clock.now();
    if (!prices) return;
    answeredAtMs = askedAtMs;
    for (const [coin, usd] of prices) known.set(coin, { usd, readAtMs: askedAtMs });
  }

  /** Renews all prices if they are due. Concurrent callers wait for the same request. */
  async function renew(): Promise<void> {
    const now = clock.now();
    const isDue = now - answeredAtMs >= freshMs && now - askedAtMs >= cooldownMs;
    if (isDue)
      asking ??= request().finally(() => {
        asking = null;
      });
    await asking;
  }

  return {
    /** Returns the price of a coin, or null if it is unknown or too old. */
    async find(coin: string): Promise<number | null> {
      await renew();
      const price = known.get(coin);
      return price && clock.now() - price.readAtMs < mostStaleMs ? price.usd : null;
    },
  };
}
