/**
 * The consent room: going to a provider's page and coming back, by redirect or in a popup, for anyone who needs a person's
 * consent there (social login, recovery in a cloud). It knows addresses and messages, no session; methods and wallets ask
 * it.
 */
export { answerOpener, isOpenedByOwn, isOpenedByStranger } from './answerOpener.ts';
export { askForReturn, type PopupReturn } from './askForReturn.ts';
export { channelType, errorType, isAnswer } from './messages.ts';
export { challengeOf, randomText } from './pkce.ts';
export { askPopup, openPopup } from './popup.ts';
export { type ConsentReturn, readReturn } from './readReturn.ts';
