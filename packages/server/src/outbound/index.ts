/**
 * Sends requests to addresses that someone supplied, such as webhooks and key sets. An attacker could otherwise reach
 * the operator's internal network through the service. The module resolves the name, refuses addresses that are not
 * public (S46, S43), and connects only to addresses that it checked. Loopback is allowed outside production, and the
 * operator's list for addresses that the operator chose. `fetchJson` is for addresses from the configuration or a
 * protocol. Owns no data. Uses `tracing`.
 */

export {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundFailure,
} from './createOutbound.ts';
export { fetchJson, type JsonAnswer } from './fetchJson.ts';
export { type OutboundAllow, readOutboundAllow } from './outboundAllow.ts';
export { urlProblem } from './urlProblem.ts';
