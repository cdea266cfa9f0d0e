/**
 * Provides the metrics that operators' tools read at `/metrics`. Owns the table of names and the counters. Modules
 * count through `World`; a metric that no module counts is read from its source whenever the metrics are read. Uses
 * `workers`, which joins the metrics of all worker processes.
 */
export { counterOf } from './countedRoutes.ts';
export { countMessages } from './countMessages.ts';
export { createMetrics, type MetricReading } from './createMetrics.ts';
