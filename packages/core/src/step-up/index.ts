/**
 * Calls that are refused until the person does something first: which step-up lifts a refusal, how often it is taken, and the loop
 * that makes the call again. The client's calls to the service and the frame, the provider and the modal's flow follow it, and so
 * do hosts with screens of their own. Prompts for second factors and confirms releases of a wallet. Uses `session` for the token.
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
