/**
 * How a signed-in user changes by which accounts they log in: link, update, unlink, transfer,
 * and the confirmation that these ask for when the login is old. Flows by code, and calls with the user's token after which the
 * user is asked for anew.
 */
export { type AccountChange, callAsUser, changeAccounts, guardLink } from './changeAccounts.ts';
export { checkFree, getSignedIn } from './checkFree.ts';
export { type Confirmation, confirmWith } from './confirm.ts';
