/**
 * Fetches the prices of coins in US dollars, for people who look at a payment. It waits for the service only a moment;
 * a payment goes on without a price. Owns nothing. Uses the calls of `session`. Used by the modules that prepare
 * transactions.
 */
export { type Coin, findPrice } from './findPrice.ts';
