/**
 * External wallets: lists those that the user can connect, connects them, and stores which are connected and which is
 * active. A connection proves nothing: a wallet's data about itself, its chain and its accounts is only a claim. Uses
 * `config` for chains, `nodes` for their URLs, `storage`, and the list of embedded wallets.
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
