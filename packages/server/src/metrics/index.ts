/**
 * The metrics room: what operators' tools read at `/metrics`. Owns the table of names and the counters; rooms count
 * through the world, and anyone who knows a number that no one counts is asked for it at each reading. Asks no one.
 */
export { counterOf } from './countedRoutes.ts';
export { countMessages } from './countMessages.ts';
export { createMetrics } from './createMetrics.ts';
