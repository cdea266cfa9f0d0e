/**
 * How amounts, prices and networks are shown: numbers as people read them, the marks of networks, where a transaction is
 * looked up. It knows no client and no screen. The screens of transactions use it and load it, so that a login does not.
 */
export { defaultSymbol, formatCrypto, formatExactly, formatFiat } from './amounts.ts';
export { explorerLink } from './explorer.ts';
export { NetworkMark } from './NetworkMark.tsx';
