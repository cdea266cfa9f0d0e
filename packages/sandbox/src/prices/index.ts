/**
 * The stand-in for CoinGecko's price API, as strict as documented: parameters that are missing and keys that are unknown
 * are refused, coins that it does not know are left out. Owns its prices, in memory; asks no one.
 */
export { createPrices, type PriceFault, type Prices, pricesKey } from './createPrices.ts';
