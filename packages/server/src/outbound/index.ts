/**
 * Sends requests to addresses that someone supplied, such as webhooks and key sets. It resolves the name first,
 * refuses addresses that are neither public nor on the operator's list (S46, S43), and connects to exactly the address
 * that it checked, so that no one reaches the operator's internal network through the service. `fetchJson` is for
 * addresses of the environment. Owns no data; uses no other module.
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
