/**
 * Serves the prices of coins in US dollars, which users see when they review a payment. It requests one fixed list of
 * coins from a provider of the operator's choice, so the provider learns nothing about users. Owns no table. Uses
 * `outbound` to call the provider. No decision depends on a price: without one, amounts are shown without dollars.
 */
export { createPrices } from './createPrices.ts';
