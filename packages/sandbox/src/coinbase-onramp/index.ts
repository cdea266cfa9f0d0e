/**
 * The stand-in for Coinbase Onramp: session tokens for servers that sign as documented, the page where a person pays, the
 * transactions of a person, and signed events. As strict as documented; what is bought really moves on the sandbox's chains.
 * Owns its sessions and transactions, in memory; asks no one but those that events go to.
 */
export { createCoinbaseOnRamp } from './createCoinbaseOnRamp.ts';
