/**
 * The detours room: which refusals can be lifted by the person, and how. Operations ask it before they fail, the modal's
 * flow before it follows a road, and hosts with screens of their own when they are refused. It asks no one.
 */
export { type DetourKind, findDetour, tryWithDetour } from './detours.ts';
export { type FactorWish, findFactorWish } from './factorWish.ts';
