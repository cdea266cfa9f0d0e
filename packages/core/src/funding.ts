/**
 * Funding a wallet, an entry of its own: a page loads it to show the ways to fund one. Operations that open a window are not lazy:
 * browsers block popups after an asynchronous import. `@latchkey/core` has all.
 */
export * from './funding/index.ts';
