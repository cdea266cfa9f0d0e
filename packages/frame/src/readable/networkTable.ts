// Printed from the records of chains (docs/recipes/chain.md). Run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs`.
import type { ChainIdWith } from '@latchkey/wire';
import type { Network } from './networks.ts';

/** Facts about the known chains, by chain id. Any other chain is named by its id. */
export const networkTable: Readonly<Record<number, Network>> = {
  1: { name: 'Ethereum', symbol: 'ETH', wrapper: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  10: { name: 'OP Mainnet', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
  56: { name: 'BNB Smart Chain', symbol: 'BNB', wrapper: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c' },
  100: { name: 'Gnosis', symbol: 'xDAI', wrapper: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d' },
  130: { name: 'Unichain', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
  137: { name: 'Polygon', symbol: 'POL', wrapper: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
  8453: { name: 'Base', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
  42161: { name: 'Arbitrum One', symbol: 'ETH', wrapper: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' },
  42220: { name: 'Celo', symbol: 'CELO' },
  43114: { name: 'Avalanche', symbol: 'AVAX', wrapper: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7' },
  59144: { name: 'Linea', symbol: 'ETH', wrapper: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f' },
  80002: { name: 'Polygon Amoy', symbol: 'POL' },
  84532: { name: 'Base Sepolia', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
  421614: { name: 'Arbitrum Sepolia', symbol: 'ETH', wrapper: '0x980B62Da83eFf3D4576C647993b0c1D7faf17c73' },
  534352: { name: 'Scroll', symbol: 'ETH', wrapper: '0x5300000000000000000000000000000000000004' },
  7777777: { name: 'Zora', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
  11155111: { name: 'Sepolia', symbol: 'ETH', wrapper: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14' },
  11155420: { name: 'OP Sepolia', symbol: 'ETH', wrapper: '0x4200000000000000000000000000000000000006' },
} satisfies Readonly<Record<ChainIdWith<'name'>, Network>>;
