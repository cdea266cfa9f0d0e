/**
 * The Solana room: a Solana cluster on this machine, one node with the real runtime (LiteSVM) behind JSON-RPC. It is
 * `solana:localnet` of `npm start`, and the network of tests, which let its slots pass and lose its transactions. Owns its
 * ledger, in memory; asks no one.
 */
export { createSolana, type Solana } from './createSolana.ts';
export { createSolanaRoutes } from './routes.ts';
