/** A chain as people know it. */
export interface Network {
  readonly name: string;
  /** Of its native coin, which has 18 decimals on all of these. */
  readonly symbol: string;
  /** The contract that wraps the coin, where there is one that everyone uses. EIP-55. */
  readonly wrapper?: string;
}

/** Where the OP stack puts the wrapped coin, on each chain of it. */
const wrapper = '0x4200000000000000000000000000000000000006';
const ether = (name: string, wrapped?: string): Network => ({
  name,
  symbol: 'ETH',
  ...(wrapped ? { wrapper: wrapped } : {}),
});

/** The chains that most people use. Any other is named by its id. */
const networks = new Map<number, Network>([
  [1, ether('Ethereum', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')],
  [10, ether('OP Mainnet', wrapper)],
  [56, { name: 'BNB Smart Chain', symbol: 'BNB', wrapper: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c' }],
  [100, { name: 'Gnosis', symbol: 'xDAI', wrapper: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d' }],
  [130, ether('Unichain', wrapper)],
  [137, { name: 'Polygon', symbol: 'POL', wrapper: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' }],
  [8453, ether('Base', wrapper)],
  [42161, ether('Arbitrum One', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1')],
  [42220, { name: 'Celo', symbol: 'CELO' }],
  [43114, { name: 'Avalanche', symbol: 'AVAX', wrapper: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7' }],
  [59144, ether('Linea', '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f')],
  [80002, { name: 'Polygon Amoy', symbol: 'POL' }],
  [84532, ether('Base Sepolia', wrapper)],
  [421614, ether('Arbitrum Sepolia', '0x980B62Da83eFf3D4576C647993b0c1D7faf17c73')],
  [534352, ether('Scroll', '0x5300000000000000000000000000000000000004')],
  [7777777, ether('Zora', wrapper)],
  [11155111, ether('Sepolia', '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14')],
  [11155420, ether('OP Sepolia', wrapper)],
]);

/** The network of a chain id, or null for one that is not among the well-known ones. */
export function findNetwork(chainId: number): Network | null {
  return networks.get(chainId) ?? null;
}
