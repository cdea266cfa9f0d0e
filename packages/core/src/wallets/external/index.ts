/**
 * The room of the wallets that people bring: which there are in the page, how one is connected, which are connected, and
 * which is in use. Connecting proves nothing; what a wallet says of itself, of chain and accounts is a claim. Methods ask
 * it for signatures; it asks config for chains and storage for what is kept.
 */

export type {
  Connection,
  Connector,
  ConnectorAccount,
  ConnectorContext,
  ConnectorType,
  ConnectRequest,
  Eip1193Provider,
  SolanaActs,
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
} from './brought.ts';
export type {
  ConnectedWallet,
  ConnectionState,
  UsableWallet,
  WalletName,
  WalletOption,
  WalletStores,
} from './wallet.ts';
