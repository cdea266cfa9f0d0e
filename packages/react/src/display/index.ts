/**
 * Formats amounts, prices and networks: localised numbers, logos of networks (the networks' names come from the
 * frame's `readable/`), links to block explorers. It uses no client and no screen.
 */
export { defaultSymbol, formatCrypto, formatExactly, formatFiat } from './amounts.ts';
export { explorerLink } from './explorer.ts';
export { NetworkMark } from './NetworkMark.tsx';
