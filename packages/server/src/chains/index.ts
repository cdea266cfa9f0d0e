/**
 * Reads from Ethereum chains the facts about the addresses in a request, for the wallet's approval page. It sends a
 * fixed list of questions, bounded in number, time and size, to the operator's nodes, and trusts an answer only as far
 * as it can be parsed. Owns no table. Uses `ethereum` for the answers of nodes. Used by `custody`.
 */
export { type Chains, createChains } from './createChains.ts';
