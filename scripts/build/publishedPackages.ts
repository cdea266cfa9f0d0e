/** Published packages that host apps and back ends import, by their folders below `packages/`. */
const publishedLibraries = [
  'wire',
  'frame',
  'core',
  'node',
  'react',
  'wagmi',
  'walletconnect',
  'coinbase',
] as const;

/** Published packages that run as programs. */
export const publishedPrograms = ['server', 'sandbox', 'cli'] as const;

export const publishedPackages = [...publishedLibraries, ...publishedPrograms] as const;
