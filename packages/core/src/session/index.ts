/**
 * The session room: tokens of the signed-in user, kept in storage, refreshed once for all callers and tabs, and ended by
 * log-out. Login methods end here (`authenticate`); wallets ask it for the token that custody takes. It asks http for
 * the service and storage for what is kept.
 */

export { findClaims, isActive } from './claims.ts';
export { type LoginConfirmer, setLoginConfirmer, toConfirmationAct } from './confirmation.ts';
export { createSession, type LoginResult, type Session } from './createSession.ts';
export { createExclusive } from './exclusive.ts';
export { needsTerms } from './needsTerms.ts';
export { getAccessToken, getIdentityToken, logout } from './operations.ts';
export { reauthenticate } from './reauthenticate.ts';
export { createServerClock, type ServerClock } from './serverClock.ts';
export { takeForkedToken } from './takeForkedToken.ts';
export { takeParameters } from './takeParameters.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { callWithToken, withToken } from './withToken.ts';
