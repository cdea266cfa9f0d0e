/**
 * The contracts room: Solidity by us, for tests of what wallets send. What the compiler makes of it is committed, so that
 * only the test that compares the two pays for compiling. Owns nothing; the chain room deploys from here.
 */
import { readFileSync } from 'node:fs';
import type { Compiled } from './compile.ts';

/** The contracts. A file of that name, or of its neighbour, holds the source. */
export const contractNames = [
  'GasBurner',
  'GasPriceOracle',
  'Multicall',
  'Reverter',
  'SelfMulticall',
  'TestItems',
  'TestNft',
  'TestToken',
  'WrappedEther',
] as const;
export type ContractName = (typeof contractNames)[number];

/**
 * Where the compiled contracts lie.
 *
 * @internal
 */
export const compiledFile = new URL('./compiled.json', import.meta.url);

let compiled: Readonly<Record<ContractName, Compiled>> | null = null;

/** A contract as the compiler made it. */
export function getContract(name: ContractName): Compiled {
  compiled ??= JSON.parse(readFileSync(compiledFile, 'utf8')) as Record<ContractName, Compiled>;
  return compiled[name];
}
