/**
 * Serves the prices of coins in US dollars, which users see when they review a payment. It requests one fixed list of
 * coins, not those of a user, from a provider of the operator's choice. Owns no table. Uses `outbound` to call the
 * provider.
 */
export { createPrices } from './createPrices.ts';
