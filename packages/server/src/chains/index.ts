/**
 * Reads facts from Ethereum chains about the addresses in a request, for the wallet's approval page. It sends only
 * questions of fixed types, limited in number, time and size, to the operator's nodes. Owns no table. Uses `ethereum`
 * to call the nodes.
 */
export { type Chains, createChains } from './createChains.ts';
