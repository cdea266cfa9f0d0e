/**
 * Changes the accounts with which a user logs in: links, updates, unlinks and moves them, and undoes a removal.
 * Confirms an old login, which the service may require first. Uses `config`, `mfa` and `session`.
 */
export { type AccountChange, changeAccounts, guardLink, postAsUser } from './changeAccounts.ts';
export { checkFree, getSignedIn } from './checkFree.ts';
export { type Confirmation, confirmWith } from './confirm.ts';
