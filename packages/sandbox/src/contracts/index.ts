/**
 * Solidity contracts of this project, for the devnet and for tests of what wallets send. The compiler's output is
 * committed, so that only the test that compares the two pays for compiling. Owns nothing. `chain` takes the devnet's
 * token from it; tests use all of them.
 */
import type { Compiled } from './compile.ts';
import compiled from './compiled.json' with { type: 'json' };

/** The contracts. A file of that name, or of its neighbour, holds the source. */
export const contractNames = [
  'BridgeDepository',
  'GasBurner',
  'GasPriceOracle',
  'Multicall',
  'Reverter',
  'SelfMulticall',
  'TestItems',
  'TestNft',
  'TestSigner',
  'TestToken',
  'WrappedEther',
] as const;
export type ContractName = (typeof contractNames)[number];

/** A contract as the compiler made it. */
export function getContract(name: ContractName): Compiled {
  return compiled[name] as Compiled;
}
