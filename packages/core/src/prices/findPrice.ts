import { priceRoutes } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';

/** Short timeout in ms, because a review can be shown without the price. */
const patienceMs = 3_000;

export interface Coin {
  /** Chain id; 0 for Solana's mainnet. */
  readonly chainId: number;
  readonly symbol: string;
}

/**
 * Returns the price of a chain's coin.
 *
 * @returns US dollars; null if the service does not know the price, fails, or does not answer within 3 s
 */
export function findPrice(page: PageContext, { chainId, symbol }: Coin): Promise<number | null> {
  const { clock } = page.environment;
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => resolve(null), patienceMs);
    const settle = (usd: number | null) => {
      clock.clearTimeout(timer);
      resolve(usd);
    };
    const body = { chainId: String(chainId), tokenSymbol: symbol };
    Promise.resolve()
      .then(() => page.call()(priceRoutes.tokenPrice, { body }))
      .then(({ usd }) => settle(usd > 0 && Number.isFinite(usd) ? usd : null))
      .catch(() => settle(null));
  });
}
