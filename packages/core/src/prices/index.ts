/**
 * Fetches coin prices in US dollars, for the review of a payment. Waits at most 3 s for the service, and a payment
 * continues without a price. Calls the service through the page context. Used by `transactions`, `funding` and the
 * embedded Solana wallet.
 */
export { type Coin, findPrice } from './findPrice.ts';
