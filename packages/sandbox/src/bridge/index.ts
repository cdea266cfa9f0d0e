/**
 * Stand-in for a quote service: quotes the cost of a transfer to another chain, takes the deposit on one devnet and
 * sends the amount on the other. It speaks the documented protocol of Relay's API, and returns false quotes if a test
 * tells it to. Owns its quotes, in memory. Uses `chain` and `contracts`.
 */
export { createBridge } from './createBridge.ts';
