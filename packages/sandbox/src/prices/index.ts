/**
 * Stand-in for CoinGecko's price API. It refuses missing parameters and unknown keys, and omits unknown
 * coins. Owns its prices, in memory; uses no other module.
 */
export { createPrices, type PriceFault, type Prices, pricesKey } from './createPrices.ts';
