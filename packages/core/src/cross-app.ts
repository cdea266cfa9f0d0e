/**
 * Logins with provider apps, and their wallets, loaded by `loadCrossApp`. Operations that open a window are not lazy,
 * because browsers block popups after an asynchronous import.
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
  getCrossAppProvider,
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
