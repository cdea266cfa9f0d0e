/**
 * Funding a wallet, an entry of its own: what a page loads when it shows the ways to fund one. What opens a window stands
 * here and is not lazy: browsers block popups after an asynchronous import. `@latchkey/core` has all.
 */
export * from './funding/index.ts';
