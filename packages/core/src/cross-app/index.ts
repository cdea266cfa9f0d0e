/**
 * The cross-app room: wallets of other apps in this page, and for hosted pages what other apps ask of this one's. A
 * message counts from the window that was asked and the origin of the hosted pages alone. It asks http for the service,
 * consent for popups, storage for provider tokens, and the methods for accounts of other apps.
 */
export { answerAsk, openAsk, takeAsk } from './asks.ts';
export type {
  ConnectedApp,
  CrossAppAsk,
  CrossAppDetails,
  CrossAppMessageInput,
  CrossAppProvider,
  CrossAppTransaction,
  CrossAppTransactionInput,
  CrossAppTypedDataInput,
  CrossAppWallet,
} from './crossApp.ts';
export { openCrossAppPopup } from './openCrossAppPopup.ts';
export { type SealedResult, sealResult } from './sealResult.ts';
export {
  findCrossAppProvider,
  getCrossAppEthereumProvider,
  loadCrossAppDetails,
  loadCrossAppProviders,
  sendTransactionWithCrossApp,
  signMessageWithCrossApp,
  signTypedDataWithCrossApp,
} from './unbuilt.ts';
