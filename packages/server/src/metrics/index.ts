/**
 * The metrics room: what operators' tools read at `/metrics`. Owns the table of names and the counters; rooms count
 * through the world, and whoever knows a number that nobody counts is asked for it at each reading. Asks nobody.
 */
export { counterOf } from './countedRoutes.ts';
export { countMessages } from './countMessages.ts';
export { createMetrics, type Metrics } from './createMetrics.ts';
