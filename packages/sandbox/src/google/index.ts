/**
 * Stand-in for Google: OAuth 2.0 for web servers with PKCE, and Drive's hidden folder. As strict as documented: an
 * exact redirect address, the client's secret, a code that is valid once, a scope. Owns accounts and their files, in
 * memory; uses no other module.
 */
export { type DriveFile, googleClient } from './accounts.ts';
export { answerGoogle } from './answerGoogle.ts';
export { createGoogle } from './createGoogle.ts';
