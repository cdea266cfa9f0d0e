/**
 * Stand-in for Google: OAuth 2.0 for web servers with PKCE, and Drive's hidden folder. It requires the client's secret,
 * a code that is valid once, the scope, and the exact path of the redirect URI, on any host. Owns codes, tokens and
 * files, in memory; uses no other module.
 */
export { type DriveFile, googleClient } from './accounts.ts';
export { answerGoogle } from './answerGoogle.ts';
export { createGoogle } from './createGoogle.ts';
