/**
 * Stand-in for Coinbase Onramp: session tokens for servers that sign as documented, the payment page, a user's
 * transactions, and signed events. Bought coins really move if a chain of the sandbox has them. Owns its sessions and
 * transactions, in memory; uses no other module.
 */
export { createCoinbaseOnRamp } from './createCoinbaseOnRamp.ts';
