/**
 * Keeps the signed-in user's tokens, refreshes them once for all callers in the page, and removes them at logout. Every
 * login method calls `authenticate`. `frame`, `mfa` and `wallets` get the token for custody calls here. Uses
 * `base64url`, `http` and `storage`.
 */

export { isActive } from './claims.ts';
export { type LoginConfirmer, setLoginConfirmer, toConfirmationAct } from './confirmation.ts';
export { createSession, type LoginResult, type Session } from './createSession.ts';
export { createExclusive } from './exclusive.ts';
export { getAccessToken } from './getAccessToken.ts';
export { getIdentityToken } from './getIdentityToken.ts';
export { logout } from './logout.ts';
export { needsTerms } from './needsTerms.ts';
export { reauthenticate } from './reauthenticate.ts';
export { createServerClock, type ServerClock } from './serverClock.ts';
export { takeForkedToken } from './takeForkedToken.ts';
export { takeParameters } from './takeParameters.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { callWithToken, withToken } from './withToken.ts';
