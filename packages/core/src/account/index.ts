/**
 * The account room: what signed-in users say about themselves, and where else they are logged in, loaded when they do. It ends in the client's state, where
 * the user stands; it asks http for the service, and session for the bearer and the user.
 */

export { endOtherSessions, endSession, listSessions } from './activeSessions.ts';
export { acceptTerms } from './noteAcceptance.ts';
