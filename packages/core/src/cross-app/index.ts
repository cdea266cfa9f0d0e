/**
 * Wallets of provider apps in this page and, for hosted pages, other apps' requests for this app's wallets. An answer
 * of a wallet is accepted only from the popup and the origin of the hosted pages. Uses `http` and `session` for calls
 * to the service, `mfa` for second factors, `consent` for popups, `storage` for provider tokens, `methods` for
 * provider app accounts, and `analytics`.
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
export { getCrossAppProvider, loadCrossAppProviders } from './providers.ts';
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
