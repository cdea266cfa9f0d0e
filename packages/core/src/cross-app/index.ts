/**
 * Wallets of other apps in this page and, for hosted pages, the requests of other apps for this one's wallets. A
 * message counts only if it comes from the window that was asked and from the origin of the hosted pages. Uses `http`
 * for the service, `consent` for popups, `storage` for provider tokens, and `methods` for accounts of other apps.
 */

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
  findLinkedWallet,
  getLinkedWallet,
  hasCrossAppToken,
  requestCrossAppWallet,
  type WalletRequest,
} from './requestCrossAppWallet.ts';
export {
  sendTransactionWithCrossApp,
  signMessageWithCrossApp,
  signTypedDataWithCrossApp,
} from './requests.ts';
