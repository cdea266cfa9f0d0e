/** States of the funding screens. */
export { coinbaseStatus, moonpayPrompt, moonpayStatus } from './providers.ts';
export { selection } from './selection.ts';
export { awaiting, fromWallet, manual } from './transfers.ts';
export { fundable } from './world.ts';
