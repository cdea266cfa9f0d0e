/**
 * Enrols, verifies, lists and removes second factors. If the service or the frame refuses a call until a factor is
 * verified, prompts for one and repeats the call. Only the service decides what a verification permits. Uses
 * `session` for the token, `frame` for verification, `step-up` for prompts and retries, and `captcha` for text
 * messages. Used by `account`, `cross-app`, `funding`, `methods` and `wallets`.
 */
export { callAsUser } from './callAsUser.ts';
export { verifyAnew, verifyFirst, verifyThen } from './verifyThen.ts';
