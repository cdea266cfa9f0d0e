/**
 * How a signed-in user changes by which accounts they log in: link, update, unlink, transfer,
 * and the confirmation that these ask for when the login is old. Flows by code, and calls with the user's token after which the
 * user is asked for anew.
 */
export {
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createLoginConfirmation,
  type LoginConfirmation,
} from './accountFlows.ts';
export { type AccountChange, callAsUser, changeAccounts, guardLink } from './changeAccounts.ts';
export type { AccountMethod } from './channels.ts';
export { checkFree } from './checkFree.ts';
export { type Confirmation, confirmWith } from './confirm.ts';
export { createUndo } from './createUndo.ts';
export type { UndoInput, UndoneRemoval } from './undo.ts';
