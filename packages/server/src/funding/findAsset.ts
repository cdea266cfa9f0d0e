import type { FundingProvider } from '@latchkey/wire';
import type { Asset } from './assets.ts';
import { coinbaseCoins } from './coinbase/coins.ts';
import { moonpayCoins } from './moonpay/coins.ts';

/** Everything that each on-ramp sells. */
const coins: Readonly<Record<FundingProvider, readonly Asset[]>> = {
  moonpay: moonpayCoins,
  'coinbase-onramp': coinbaseCoins,
};
const sold = Object.values(coins).flat();

/** Finds the coin of a name on a network; null for one that no on-ramp sells. */
export const findAsset = (caip2: string, symbol: string): Asset | null =>
  sold.find((one) => one.caip2 === caip2 && one.symbol === symbol) ?? null;
