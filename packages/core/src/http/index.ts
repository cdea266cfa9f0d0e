/**
 * Sends this client's requests to the service. Handles addresses, headers, timeouts and retries of safe routes. Does
 * not use the session: callers pass the bearer token.
 */
export { type AnyRoute, type Base, type Call, type CallInput, createCall, toBase } from './call.ts';
