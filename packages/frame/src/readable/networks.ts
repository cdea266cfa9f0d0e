import { networkTable } from './networkTable.ts';

/** A chain as people know it. */
export interface Network {
  readonly name: string;
  /** Of its native coin, which has 18 decimals on all of these. */
  readonly symbol: string;
  /** The contract that wraps the coin, where there is one that everyone uses. EIP-55. */
  readonly wrapper?: string;
}

/** The network of a chain id, or null for one that is not among the known ones. */
export function findNetwork(chainId: number): Network | null {
  return networkTable[chainId] ?? null;
}
