/** The packages that are published, by their folders below `packages/`. */
export const publishedPackages = [
  'wire',
  'frame',
  'core',
  'node',
  'react',
  'wagmi',
  'walletconnect',
  'coinbase',
] as const;
