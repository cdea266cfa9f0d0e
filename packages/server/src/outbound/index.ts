/**
 * The outbound room: requests to addresses that someone gave, such as webhooks and key sets. It resolves a name first,
 * refuses addresses that are not public and not on the operator's list (S46, S43), and connects to exactly the address that
 * it checked, so that no one reaches the inside of the installation through the service. `askJson` is for addresses of the
 * environment.
 * Owns no data; asks no one.
 */
export { askJson, type JsonAnswer } from './askJson.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundFailure,
} from './createOutbound.ts';
export { type OutboundAllow, readOutboundAllow } from './outboundAllow.ts';
export { urlProblem } from './urlProblem.ts';
