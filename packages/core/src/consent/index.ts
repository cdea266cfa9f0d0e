/**
 * Sends a person to a provider's page and back, by redirect or in a popup, for every module that needs their consent
 * there (social login, recovery in a cloud). It knows addresses and messages, no session. Used by `methods` and
 * `wallets`.
 */
export { answerOpener, isOpenedByOwn, isOpenedByStranger } from './answerOpener.ts';
export { channelType, errorType, isAnswer } from './messages.ts';
export { challengeOf, randomText } from './pkce.ts';
export { openPopup, waitForPopup } from './popup.ts';
export { type ConsentReturn, readReturn } from './readReturn.ts';
export { type PopupReturn, waitForReturn } from './waitForReturn.ts';
