/**
 * The mfa room: second factors, as a person shows them. Operations pass its guard, which has one asked for where they are
 * refused, by the host or by the modal, and tries them again; its acts enrol, verify, list and remove them. What is verified is
 * the service's to know: nothing here permits anything. It asks session for the token and detours for what a refusal
 * wants, and the wallet frame by the client's own way there; wallets and methods ask it.
 */
export { callAsUser } from './callAsUser.ts';
export { withFactor } from './guard.ts';
export { type GuardedAct, noteFresh, type ShownFactor } from './guardedAct.ts';
export { verifyAnew, verifyFirst, verifyThen } from './verifyThen.ts';
