/**
 * Reads facts about the addresses in a request from Ethereum chains, for the wallet's approval page. It sends a fixed
 * list of questions, limited in number, time and size, to the operator's nodes. Owns no table. Uses `ethereum` for
 * the nodes' replies.
 */
export { type Chains, createChains } from './createChains.ts';
