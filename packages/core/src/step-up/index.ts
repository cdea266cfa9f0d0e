/**
 * Maps each refusal that the person can lift to the step that lifts it. Operations consult it before they fail, the
 * modal's flow before it follows a transition, and hosts with screens of their own when they are refused. Uses no
 * other module.
 */

export { type FactorPrompt, findFactorPrompt } from './factorPrompt.ts';
export { findStepUp, type StepUpKind, withStepUps } from './stepUps.ts';
