/**
 * The chain room: Ethereum chains on this machine, each an Anvil process. Two of them are the devnets of `npm start`, with
 * JSON-RPC for pages, funded accounts and tokens; others are made for who needs contracts of a real chain. Owns the
 * processes, whose chains live as long as they do; asks the contracts room. The farcaster room has a chain from here, the
 * faucet room gives of it, the bridge moves funds between two.
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
