import { priceRoutes } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';

/** A review does not wait for dollars as it waits for the chain. */
const patienceMs = 3_000;

export interface Coin {
  /** The id of its chain; 0 for Solana. */
  readonly chainId: number;
  readonly symbol: string;
}

/** Asks the service what a chain's coin costs. @returns US dollars; null where it does not know, or not in time */
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
