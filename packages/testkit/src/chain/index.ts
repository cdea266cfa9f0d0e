/**
 * Chains for tests, each with its own Anvil process, contracts on them, and nodes that fail. Owns the processes. Uses
 * `processes`, and `chain` and `contracts` of the sandbox.
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
