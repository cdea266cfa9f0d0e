/**
 * Records of the EVM chains that are known, one each, and the tables made of them. The service reads the records. Host
 * pages take tables, which are printed, so that a page loads no fact that it does not use.
 */
export * from './chainsOfMark.ts';
export * from './fundingTables.ts';
export { type ChainCoinCode, type ChainIdWith, type ChainMark, knownChains } from './known.ts';
export * from './opStackChains.ts';
export type { ChainRecord } from './record.ts';
