/**
 * Solidity contracts of this project, for the devnets and for tests of wallet transactions. The compiler's output is
 * committed, and a test compares the two. Owns nothing. `chain` deploys the devnets' contracts from it, `bridge`
 * encodes calls to them; tests use them.
 */
import type { Compiled } from './compile.ts';
import compiled from './compiled.json' with { type: 'json' };

/** Names of the contracts. Each is in the file of its name, except `SelfMulticall`, which is in `Multicall.sol`. */
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

export function getContract(name: ContractName): Compiled {
  return compiled[name] as Compiled;
}
