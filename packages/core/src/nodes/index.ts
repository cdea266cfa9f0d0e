/**
 * The nodes room: how the developer's nodes are asked (JSON-RPC, of Ethereum's chains and of Solana's), where that of a chain
 * is, and how what they answer is read. It tells no answer, a limit, a refusal and a wrong answer apart. Sends nothing of ours to them. It asks no one; it is loaded with signing, because no
 * page asks a node before someone has a wallet.
 */
export { toBigInt, toHasCode, toNumber, toSmall } from './answers.ts';
export { askNode, askNodeAtOnce } from './askNode.ts';
export { refuseChain, refuseNodeless, rpcUrlOf } from './nodeOf.ts';
export { type Answer, assertAnswered, type Read, readAtOnce } from './readAtOnce.ts';
export {
  getSolanaNode,
  type NodeError,
  type NodeReply,
  readValue,
  type SolanaNode,
  toRecord,
} from './solanaNode.ts';
export { tokenReads } from './tokenReads.ts';
