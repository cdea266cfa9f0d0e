import type { Asset } from './assets.ts';
import { onRampsByProvider } from './onRamps.ts';

const sold = Object.values(onRampsByProvider).flatMap(({ coins }) => coins);

/** Finds a coin by network and symbol. Returns null if no on-ramp sells it. */
export const findAsset = (caip2: string, symbol: string): Asset | null =>
  sold.find((one) => one.caip2 === caip2 && one.symbol === symbol) ?? null;
