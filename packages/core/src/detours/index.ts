/**
 * Maps each refusal that the person can lift to the step that lifts it. Operations consult it before they fail, the
 * modal's flow before it follows a transition, and hosts with screens of their own when they are refused. Uses no
 * other module.
 */
export { type DetourKind, findDetour, tryWithDetour } from './detours.ts';
export { type FactorWish, findFactorWish } from './factorWish.ts';
