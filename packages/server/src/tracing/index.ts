/**
 * Records traces of requests, with their statements and calls, for a collector that the operator names (OTLP), and the
 * fields that lead from a log line to its trace; also sends the metrics there, if the operator wants it. Spans have
 * route templates, hosts, statuses and app ids, but no paths, queries, bodies or users. Owns no data. Uses `http` to
 * describe errors. Modules get their `Tracing` from `World`.
 */
export { traceFields } from './currentSpan.ts';
export { startTracing } from './startTracing.ts';
export { traceAnswers } from './traceAnswers.ts';
export { recordStatus, traceCall, traceFetch, traceMailer } from './traceCalls.ts';
export { traceStatements } from './traceStatements.ts';
export type { Tracing } from './tracing.ts';
