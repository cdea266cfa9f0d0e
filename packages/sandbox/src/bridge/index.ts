/**
 * The quote service: it quotes what a transfer to another chain costs, takes the deposit on one devnet and sends the amount on
 * the other one. It speaks the documented wire of Relay's API, and lies where a test has it lie. Owns its quotes, in memory;
 * asks the chain room.
 */
export { createBridge } from './createBridge.ts';
