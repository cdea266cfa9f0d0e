/**
 * The client without its login methods: what a page loads at start. An entry of its own, because bundlers put whatever
 * an entry names into one file; `@latchkey/core/login` has the rest, and `@latchkey/core` both.
 */
export {
  type ActiveSession,
  type Device,
  type ErrorCode,
  isCode,
  type LinkedAccount,
  type MfaMethod,
  type Removal,
  ServiceError,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
export { sendAnalyticsEvent } from './analytics/index.ts';
export { createClient } from './client.ts';
export {
  type AppSettings,
  type Chain,
  type ClientOptions,
  type CoinbaseConnection,
  defaults,
  type HostConfig,
  type HostLook,
  type KnownWalletId,
  type LoginEntry,
  type LoginMethodName,
  type WalletListEntry,
} from './config/index.ts';
export type {
  ConnectedApp,
  CrossAppProvider,
  CrossAppTransaction,
} from './cross-app/index.ts';
export { openCrossAppPopup } from './cross-app/openCrossAppPopup.ts';
export type { Clock, Environment } from './environment.ts';
export type {
  FundInput,
  Funding,
  FundingAsset,
  FundingFollower,
  FundingMethod,
  FundingResult,
  FundingWay,
  FundWalletConfig,
  SolanaFundingConfig,
} from './funding/index.ts';
export type { ClientState, LatchkeyClient } from './latchkeyClient.ts';
export { takeUndoReference } from './methods/changes/takeUndoReference.ts';
export type { OAuthTokens } from './methods/oauth/oauthTokens.ts';
export { hasArrived, subscribeOAuthTokens } from './methods/oauth/tokens.ts';
export type { MessageLogin, SignedMessage, WalletActInput } from './methods/wallet/acts.ts';
export {
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaRequired,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
} from './mfa/predicates.ts';
export {
  type FactorPromptHandler,
  type MfaListener,
  registerMfaListener,
  setFactorPromptHandler,
} from './mfa/slots.ts';
export * from './operations.ts';
export { parseUrl } from './parseUrl.ts';
export {
  type EthereumProvider,
  type ProviderRpcError,
  type RequestArguments,
  setWalletScreens,
  type WalletScreens,
  walletRdns,
} from './provider/index.ts';
export {
  getAccessToken,
  getIdentityToken,
  type LoginResult,
  logout,
  needsTerms,
  reauthenticate,
  setLoginConfirmer,
  toConfirmationAct,
} from './session/index.ts';
export {
  type FactorPrompt,
  findFactorPrompt,
  findStepUp,
  type StepUpKind,
  withStepUps,
} from './step-up/index.ts';
export type {
  BalanceChange,
  CheckedTransaction,
  PendingTransaction,
  PreparedTransaction,
  Quantity,
  SentTransaction,
  TransactionAction,
  TransactionLog,
  TransactionQuestion,
  TransactionReceipt,
  TransactionRequest,
  TransactionSignRequest,
  TransactionToken,
  TransactionWarning,
  UnsignedTransaction,
} from './transactions/index.ts';
export {
  type AdditionalWalletInput,
  type ExportColors,
  type ExportPage,
  type ExportWalletInput,
  type FarcasterSignRequest,
  getEmbeddedWallet,
  getWalletFrameState,
  type Hex,
  type ImportWalletInput,
  listWallets,
  needsWallet,
  type PreparedSolanaTransaction,
  type Recovery,
  type RecoverySecret,
  type SendOptions as SolanaSendOptions,
  type SignRequest,
  type SolanaBalanceChange,
  type SolanaChain,
  type SolanaCommitment,
  type SolanaSendRequest,
  type SolanaSigner,
  type SolanaSignRequest,
  subscribeWalletFrame,
  type TypedData,
  type WalletFrameState,
  type WalletFrameStatus,
} from './wallets/embedded/index.ts';
export {
  type ConnectedWallet,
  type Connection,
  type ConnectionState,
  type Connector,
  type ConnectorAccount,
  type ConnectorContext,
  type ConnectorType,
  type ConnectRequest,
  type Eip1193Provider,
  getActiveWallet,
  listExternalWallets,
  type SolanaActs,
  type SolanaSignedIn,
  type SolanaSignInInput,
  setActiveWallet,
  subscribeActiveWallet,
  subscribeExternalWallets,
  type UsableWallet,
  type WalletConnectorFactory,
  type WalletName,
  type WalletOption,
  type WalletStores,
  waitForActiveWallet,
} from './wallets/external/index.ts';
export { takeWalletReturn, type WalletReturn } from './wallets/external/walletReturn.ts';
