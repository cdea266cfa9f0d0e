/**
 * Sends this client's requests to the service. It knows addresses, headers, time-outs and retries (after 408, 425, 5xx
 * or no answer, never after 429); it knows nothing of sessions: callers pass the bearer in.
 */
export { type AnyRoute, type Base, type Call, type CallInput, createCall, toBase } from './call.ts';
