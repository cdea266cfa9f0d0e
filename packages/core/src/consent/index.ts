/**
 * Sends a person to a provider's page and back, by redirect or in a popup, for every module that needs their consent
 * there (social login, recovery in a cloud). It knows addresses and messages, no session. Used by `methods` and
 * `wallets`.
 */
export { answerOpener, isOpenedByOwn, isOpenedByStranger } from './answerOpener.ts';
export { askForReturn, type PopupReturn } from './askForReturn.ts';
export { channelType, errorType, isAnswer } from './messages.ts';
export { challengeOf, randomText } from './pkce.ts';
export { askPopup, openPopup } from './popup.ts';
export { type ConsentReturn, readReturn } from './readReturn.ts';
