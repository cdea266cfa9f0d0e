/**
 * How a signed-in user changes by which e-mail address and phone number they log in: link, update, unlink, and the
 * confirmation that these ask for when the login is old. Flows by code, and calls with the user's token after which the
 * user is asked for anew.
 */
export {
  type Confirmation,
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createLoginConfirmation,
} from './accountFlows.ts';
export type { AccountChange } from './changeAccounts.ts';
export type { AccountMethod } from './channels.ts';
export { unlinkEmail, unlinkPhone } from './unlink.ts';
