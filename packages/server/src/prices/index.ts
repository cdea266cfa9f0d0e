/**
 * Serves the prices of coins in US dollars, for people who look at a payment. It requests one fixed list of coins from
 * a provider of the operator's choice, so that the provider learns nothing about any user, and caches the answer in
 * this process's memory. Owns no table. Uses the provider alone. No decision depends on a price: without one, a person
 * sees no dollars.
 */
export { createPrices } from './createPrices.ts';
