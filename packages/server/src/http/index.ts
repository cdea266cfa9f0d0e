/**
 * Request handler: matches a request to a route of the wire protocol, checks app, origin and body, calls the
 * operation of a module, and writes the reply, the error, the log line and the metrics. Owns no data. Uses `crypto`,
 * `db` and `metrics`.
 */
export type { Act, ActInput, Caller, Implementation } from './act.ts';
export { implement, implementOfApp } from './act.ts';
export { describeIssue, type Problem } from './body/describeIssue.ts';
export { findApp } from './border/border.ts';
export { type CappedRoute, createCap, createSessionCap } from './border/buckets.ts';
export { clientAddress, networkOf } from './border/clientNetwork.ts';
export { createFailures, type Failures } from './border/failures.ts';
export { type Agent, describeAgent } from './describeAgent.ts';
export { describeError } from './describeError.ts';
export { type Answer, fromRequest, type Incoming, isRead, toResponse } from './exchange.ts';
export { createNodeServer, type NodeServer, type NodeTimes, usualTimes } from './node/nodeServer.ts';
export { type PageFeature, permissionsPolicy } from './permissionsPolicy.ts';
export { createRequestHandler } from './requestHandler.ts';
export type { ConnectionInfo } from './serveRoute.ts';
