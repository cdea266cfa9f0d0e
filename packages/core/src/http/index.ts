/**
 * The http room: the way out of this client to the service. It knows addresses, headers, time-outs and retries; it knows
 * nothing of sessions, which pass the bearer in.
 */
export { type Base, type Call, createCall, toBase } from './call.ts';
