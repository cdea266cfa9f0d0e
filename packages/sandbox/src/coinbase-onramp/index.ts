/**
 * Stand-in for Coinbase Onramp: session tokens for servers that sign as documented, the payment page, the transactions
 * of a person, and signed events. As strict as documented; coins that are bought really move on the sandbox's chains.
 * Owns its sessions and transactions, in memory. Calls only the receivers of its events.
 */
export { createCoinbaseOnRamp } from './createCoinbaseOnRamp.ts';
