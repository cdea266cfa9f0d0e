/**
 * Ethereum chains on this machine, each an Anvil process. Two of them are the devnets of `npm start`, with JSON-RPC
 * for pages, funded accounts and tokens. Tests that need contracts of a real chain create others. Owns the processes;
 * a chain lives as long as its process. Uses `contracts`. `farcaster` gets a chain from it, `faucet` gives away its
 * coins, `bridge` moves funds between two chains.
 */
export {
  type Chain,
  type ChainOptions,
  createChain,
  type Receipt,
  type StorageWrite,
} from './createChain.ts';
export { createDevnet, devnet, secondDevnet } from './devnet.ts';
export { answerRpc } from './rpcRoute.ts';
export { depository, givePlay, payOut, playToken, usdcToken } from './tokens.ts';
