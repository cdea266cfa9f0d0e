/**
 * Calls the developer's nodes (JSON-RPC, for Ethereum chains and Solana), finds the address of a chain's node, and
 * parses the answers. Distinguishes a missing answer, a limit, a refusal and a malformed answer. Sends nodes no
 * cookie and no token. Uses no other module, except types of `config`.
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
