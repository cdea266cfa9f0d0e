/**
 * Chains for tests, each with an Anvil process of its own, contracts on them, and nodes that fail. Owns the processes.
 * Uses `chain` and `contracts` of the sandbox.
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
