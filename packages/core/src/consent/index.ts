/**
 * Sends a user to a provider's page and back, by redirect or in a popup, for every module that needs a popup or the
 * user's consent there, such as for social login. Handles addresses and messages, without the session. Uses
 * `base64url`. Used by `cross-app`, `funding`, `methods` and `wallets`.
 */
export { answerOpener, isOpenedByOwn, isOpenedByStranger } from './answerOpener.ts';
export { channelType, errorType, isAnswer } from './messages.ts';
export { challengeOf, randomText } from './pkce.ts';
export { openPopup, waitForPopup } from './popup.ts';
export { type ConsentReturn, readReturn } from './readReturn.ts';
export { type PopupReturn, waitForReturn } from './waitForReturn.ts';
