/**
 * Funding a wallet, an entry of its own: what a page loads when it shows the ways to fund one. What opens a window stands
 * here and is no door, because a browser opens none once code was fetched in a press. `@latchkey/core` has all.
 */
export * from './funding/index.ts';
