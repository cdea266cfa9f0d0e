/**
 * The chains room: what Ethereum chains say of the addresses in a request, for the wallet's approval page. It asks the
 * nodes of the operator's choice a fixed list of questions, bounded in number, time and size, and believes no answer
 * further than it can be read. Owns no table; asks the ethereum room for what a node says; the custody room asks it.
 */
export { type Chains, createChains } from './createChains.ts';
