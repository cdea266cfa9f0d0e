/**
 * Changes of a user's accounts that few visits come to, an entry of its own: `@latchkey/core/login` has those that a modal
 * shows at once. `@latchkey/core` has all.
 */
export { type AccountTransfer, transferAccount } from './methods/changes/transfer.ts';
