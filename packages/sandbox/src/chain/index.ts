/**
 * The chain room: Ethereum chains on this machine, each an Anvil process. One of them is the devnet of `npm start`, with
 * JSON-RPC for pages, funded accounts and a token; others are made for who needs contracts of a real chain. Owns the
 * processes, whose chains live as long as they do; asks the contracts room. The farcaster room has a chain from here, the
 * faucet room gives of it.
 */
export {
  type Chain,
  type ChainOptions,
  createChain,
  type Receipt,
  type StorageWrite,
} from './createChain.ts';
export { createDevnet, devnet } from './devnet.ts';
export { givePlay, playToken } from './playToken.ts';
export { answerRpc } from './rpcRoute.ts';
