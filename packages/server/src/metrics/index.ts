/**
 * Serves the figures that operators' tools read at `/metrics`. Owns the table of names and the counters. Modules count
 * through `World`; a figure that no module counts is read from its source at each scrape. Uses no other module.
 */
export { counterOf } from './countedRoutes.ts';
export { countMessages } from './countMessages.ts';
export { createMetrics } from './createMetrics.ts';
