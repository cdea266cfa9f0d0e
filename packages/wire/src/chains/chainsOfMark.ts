// Printed from the records of chains (docs/recipes/chain.md). Run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs`.
import type { ChainMark } from './known.ts';

/** Ids of the chains that a picture in the modal stands for: main networks and their test networks. */
export const chainsOfMark: Readonly<Record<ChainMark, readonly number[]>> = {
  arbitrum: [42161, 42170, 421614],
  avalanche: [43113, 43114],
  base: [8453, 84532],
  celo: [42220, 44787, 11142220],
  ethereum: [1, 17000, 560048, 11155111],
  optimism: [10, 11155420],
  polygon: [137, 80002],
};
