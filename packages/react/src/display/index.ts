/**
 * Formats amounts, prices and networks: localised numbers, the marks of networks (their names come from the frame's
 * `readable/`), links to block explorers. It knows no client and no screen. The screens of transactions load it, so that
 * a login does not.
 */
export { defaultSymbol, formatCrypto, formatExactly, formatFiat } from './amounts.ts';
export { explorerLink } from './explorer.ts';
export { NetworkMark } from './NetworkMark.tsx';
