/**
 * Keeps the signed-in user's tokens in storage, refreshes them once for all callers and tabs, and ends them at logout.
 * Login methods end here (`authenticate`); `wallets` takes the token for custody calls from it. Uses `http` for the
 * service and `storage` for what is kept.
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
