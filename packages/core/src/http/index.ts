/**
 * Sends this client's requests to the service. It knows addresses, headers, time-outs and retries; it knows nothing of
 * sessions: callers pass the bearer in.
 */
export { type AnyRoute, type Base, type Call, type CallInput, createCall, toBase } from './call.ts';
