/**
 * External wallets: lists those in the page, connects them, and keeps which are connected and which is active.
 * Connecting proves nothing; whatever a wallet says about itself, its chain and its accounts is a claim. Uses `config`
 * for chains and `storage` for what is kept. `methods` requests signatures from it.
 */

export type {
  Connection,
  Connector,
  ConnectorAccount,
  ConnectorContext,
  ConnectorType,
  ConnectRequest,
  Eip1193Provider,
  SolanaOperations,
  SolanaSignedIn,
  SolanaSignInInput,
  WalletConnectorFactory,
} from '../../connector.ts';
export {
  getActiveWallet,
  listExternalWallets,
  setActiveWallet,
  subscribeActiveWallet,
  subscribeExternalWallets,
  waitForActiveWallet,
} from './externalWallets.ts';
export type {
  ConnectedWallet,
  ConnectionState,
  UsableWallet,
  WalletName,
  WalletOption,
  WalletStores,
} from './wallet.ts';
