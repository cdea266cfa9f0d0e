/**
 * Records of the known EVM chains, one each, and the tables printed from them. The service reads the records. Host
 * pages use the tables, so that a page loads only the facts that it uses.
 */
export * from './chainsOfMark.ts';
export * from './fundingTables.ts';
export { type ChainCoinCode, type ChainIdWith, type ChainMark, knownChains } from './known.ts';
export * from './opStackChains.ts';
export type { ChainRecord } from './record.ts';
