/**
 * Stand-in for CoinGecko's price API, as strict as documented: it refuses missing parameters and unknown keys, and
 * leaves out coins that it does not know. Owns its prices, in memory; uses no other module.
 */
export { createPrices, type PriceFault, type Prices, pricesKey } from './createPrices.ts';
