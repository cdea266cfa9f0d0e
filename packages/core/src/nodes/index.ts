/**
 * Calls the developer's nodes (JSON-RPC, of Ethereum's chains and of Solana's), finds the address of a chain's node,
 * and parses the answers. It distinguishes no answer, a limit, a refusal and a wrong answer. Sends nodes no cookie and
 * no token. Uses no other module. It loads with signing, because no page calls a node before a user has a wallet.
 */
export { toBigInt, toHasCode, toNumber, toSmall } from './answers.ts';
export { callNode, callNodeAtOnce } from './callNode.ts';
export { refuseChain, refuseNodeless, rpcUrlOf } from './nodeOf.ts';
export { assertAnswered, type Read, type ReadResult, readAtOnce } from './readAtOnce.ts';
export {
  getSolanaNode,
  type NodeError,
  type NodeReply,
  readValue,
  type SolanaNode,
  toRecord,
} from './solanaNode.ts';
export { tokenMetadataReads } from './tokenMetadataReads.ts';
