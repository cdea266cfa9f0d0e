/**
 * Calls the operator's API of a running service with a token or the admin key, or an app's API with its secret, and
 * keeps the tokens of logins. Owns the file `credentials.json` in the user's folder of settings. Uses the routes of the
 * wire protocol. The commands for a running service use it.
 */
export { asApp, asOperator, callService } from './callService.ts';
export { readCredentials, removeToken, storeToken } from './credentials.ts';
export { findKey, findLogin, findUrl, serviceOptions } from './findLogin.ts';
export { type Service, serviceCommand } from './serviceCommand.ts';
