/**
 * Repeats refused calls after the user completed a step-up. Decides which step-up lifts a refusal and how often it is
 * taken. Prompts for second factors and confirms releases of a wallet. Used by the client's calls to the service and
 * the frame, the provider, the modal's flow, and hosts with their own screens. Uses `session` and `storage`.
 */

export { callWithStepUps, type GuardedCall } from './callWithStepUps.ts';
export { confirmRelease } from './confirmRelease.ts';
export {
  type FactorPromptHandler,
  findFactorPromptHandler,
  type MfaListener,
} from './factorHandlers.ts';
export { type FactorPrompt, findFactorPrompt } from './factorPrompt.ts';
export { canceled, findPrompt, nothingWaits } from './prompt.ts';
export { findStepUp, type NextStepUp, nextStepUp, type StepUpKind } from './stepUps.ts';
export { listUsableFactors, noteFresh, type ShownFactor } from './usableFactors.ts';
export { renewVerified, unverified } from './verification.ts';
export { withStepUps } from './withStepUps.ts';
