/**
 * Solana cluster on this machine: one node with the real runtime (LiteSVM) behind JSON-RPC. It is `solana:localnet`
 * of `npm start`, and the network of tests, which advance its slots and make it lose transactions. Owns its ledger,
 * in memory; uses no other module.
 */
export { createSolana, type Solana } from './createSolana.ts';
export { createSolanaRoutes } from './routes.ts';
