/**
 * Sends test coins to any address of the sandbox's networks, with a JSON API and a page. Owns nothing. Uses `chain` and
 * `solana`.
 */
export { createEther, createSol } from './coins.ts';
export { createFaucet } from './createFaucet.ts';
