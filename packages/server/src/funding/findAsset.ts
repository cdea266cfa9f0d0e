import type { Asset } from './assets.ts';
import { coinbaseCoins } from './coinbase/coins.ts';
import { moonpayCoins } from './moonpay/coins.ts';

const sold = [...moonpayCoins, ...coinbaseCoins];

/** Finds the coin of a name on a network; null for one that no provider sells. */
export const findAsset = (caip2: string, symbol: string): Asset | null =>
  sold.find((one) => one.caip2 === caip2 && one.symbol === symbol) ?? null;
