/**
 * Changes the accounts by which a signed-in user logs in: link, update, unlink, transfer, and the confirmation that
 * these require when the login is old. Flows by code, and calls with the user's token, after which the user is fetched
 * again.
 */
export { type AccountChange, changeAccounts, guardLink, postAsUser } from './changeAccounts.ts';
export { checkFree, getSignedIn } from './checkFree.ts';
export { type Confirmation, confirmWith } from './confirm.ts';
