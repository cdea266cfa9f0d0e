/**
 * Second factors in the client. Calls pass its guard: if the service refuses one for want of a factor, the host or the
 * modal prompts for it and the guard retries. Operations enrol, verify, list and remove factors. Only the service
 * knows what is verified: nothing here permits anything. Uses `session` for the token, `step-up` for the step that a
 * refusal requires, and the wallet frame through the client. Used by `wallets` and `methods`.
 */
export { callAsUser } from './callAsUser.ts';
export { withFactor } from './guard.ts';
export { type GuardedAct, noteFresh, type ShownFactor } from './guardedAct.ts';
export { verifyAnew, verifyFirst, verifyThen } from './verifyThen.ts';
