import { networkTable } from './networkTable.ts';

/** Chain as users know it. */
export interface Network {
  readonly name: string;
  /** Symbol of its native coin, which has 18 decimals on all these chains. */
  readonly symbol: string;
  /** Contract that wraps the coin, if the chain has a common one. EIP-55. */
  readonly wrapper?: string;
}

/** Returns the network of a chain id, or null if it is not known. */
export function findNetwork(chainId: number): Network | null {
  return networkTable[chainId] ?? null;
}
