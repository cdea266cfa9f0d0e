import { priceRoutes } from '@latchkey/wire';
import type { Chain } from '../../config/index.ts';
import type { Internals } from '../../internals.ts';

/** A review does not wait for dollars as it waits for the chain. */
const patienceMs = 3_000;

/** Asks the service what a coin of the chain costs. @returns US dollars; null where it does not know, or not in time */
export function findPrice({ call, environment }: Internals, chain: Chain): Promise<number | null> {
  const { clock } = environment;
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => resolve(null), patienceMs);
    const settle = (usd: number | null) => {
      clock.clearTimeout(timer);
      resolve(usd);
    };
    const body = { chainId: String(chain.id), tokenSymbol: chain.nativeCurrency?.symbol ?? 'ETH' };
    Promise.resolve()
      .then(() => call()(priceRoutes.tokenPrice, { body }))
      .then(({ usd }) => settle(usd > 0 && Number.isFinite(usd) ? usd : null))
      .catch(() => settle(null));
  });
}
