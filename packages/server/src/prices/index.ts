/**
 * The prices room: what coins cost in US dollars, for people who look at a payment. It asks a provider of the operator's
 * choice for one fixed list of coins, so that the provider learns nothing of anyone, and keeps the answer in this process's
 * memory. Owns no table; asks the provider alone. Nothing is decided by a price: people who get none see no dollars.
 */
export { createPrices } from './createPrices.ts';
