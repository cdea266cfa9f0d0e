/**
 * The cross-app room: wallets of other apps in this page, and for hosted pages what other apps ask of this one's. A
 * message counts from the window that was asked and the origin of the hosted pages alone. It asks http for the service,
 * consent for popups, storage for provider tokens, and the methods for accounts of other apps.
 */

export {
  askWallet,
  findLinkedWallet,
  getLinkedWallet,
  hasCrossAppToken,
  type WalletRequest,
} from './askWallet.ts';
export type {
  ConnectedApp,
  CrossAppDetails,
  CrossAppMessageInput,
  CrossAppProvider,
  CrossAppTransaction,
  CrossAppTransactionInput,
  CrossAppTypedDataInput,
  CrossAppWallet,
} from './crossApp.ts';
export { loadCrossAppDetails } from './details.ts';
export { openCrossAppPopup } from './openCrossAppPopup.ts';
export { findCrossAppProvider, loadCrossAppProviders } from './providers.ts';
export {
  sendTransactionWithCrossApp,
  signMessageWithCrossApp,
  signTypedDataWithCrossApp,
} from './requests.ts';
