/**
 * Gives test coins to any address of the sandbox's networks, as JSON and as a page. Owns nothing. Uses `chain` and
 * `solana`.
 */
export { createEther, createSol } from './coins.ts';
export { createFaucet } from './createFaucet.ts';
