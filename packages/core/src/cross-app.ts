/**
 * Wallets of other apps, an entry of its own: a page loads it to log in by one or to ask its wallet. Operations that open a window
 * are not lazy: browsers block popups after an asynchronous import. `@latchkey/core` has all.
 */
export {
  type ConnectedApp,
  type CrossAppDetails,
  type CrossAppMessageInput,
  type CrossAppProvider,
  type CrossAppTransaction,
  type CrossAppTransactionInput,
  type CrossAppTypedDataInput,
  type CrossAppWallet,
  findCrossAppProvider,
  hasCrossAppToken,
  loadCrossAppDetails,
  loadCrossAppProviders,
  openCrossAppPopup,
  sendTransactionWithCrossApp,
  signMessageWithCrossApp,
  signTypedDataWithCrossApp,
} from './cross-app/index.ts';
export {
  type CrossAppInput,
  confirmWithCrossAppAccount,
  linkCrossAppAccount,
  loginWithCrossAppAccount,
  unlinkCrossAppAccount,
} from './methods/crossApp.ts';
export { getCrossAppEthereumProvider } from './provider/crossAppProvider.ts';
export type { EthereumProvider } from './provider/index.ts';
