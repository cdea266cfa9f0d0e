/**
 * Second factors in the client: operations enrol, verify, list and remove them, and calls for a signed-in user have one verified
 * if the service or the frame refuses them without. Only the service knows what is verified: nothing here permits anything. Uses
 * `session` for the token, `frame` for what the frame verifies, and `step-up` for prompts and retries. Used by `wallets` and
 * `methods`.
 */
export { callAsUser } from './callAsUser.ts';
export { verifyAnew, verifyFirst, verifyThen } from './verifyThen.ts';
