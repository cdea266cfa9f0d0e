/**
 * The faucet room: gives test coins to any address of the sandbox's networks, as JSON and as a page. Owns nothing; asks the
 * chain and the Solana room.
 */
export { createEther, createSol } from './coins.ts';
export { createFaucet } from './createFaucet.ts';
