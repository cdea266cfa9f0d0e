/**
 * The outbound room: requests to addresses that another user chose, such as webhooks and key sets. It resolves a name
 * first, refuses addresses that are not public (S46, S43), and connects to exactly the address that it checked, so that
 * no one reaches the inside of the installation through the service. `askJson` is for addresses that the operator chose.
 * Owns no data; asks no one.
 */
export { askJson, type JsonAnswer } from './askJson.ts';
export {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundFailure,
} from './createOutbound.ts';
export { urlProblem } from './urlProblem.ts';
