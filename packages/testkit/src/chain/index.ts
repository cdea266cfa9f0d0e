/**
 * The chain room: chains for tests, each with an Anvil of its own, contracts on them, and nodes that go wrong. Owns the
 * processes; asks the sandbox's chain and contracts rooms.
 */
export { type Contract, contractAt, deploy, deployAt, type WriteOptions } from './deploy.ts';
export { type FaultyNode, type NodeFault, type NodeRequest, startFaultyNode } from './faultyNode.ts';
export {
  gasPriceOracle,
  setLayer1Fee,
  startChain,
  type TestChain,
  type TestChainOptions,
} from './startChain.ts';
