/**
 * The Latchkey client without a user interface. `createClient` creates the client of one app. Operations take it as
 * their first argument. `@latchkey/react` adds the screens.
 *
 * A bundler leaves out what the host does not import. Operations (`operations.ts`) load their own code at the first
 * call, and loaders (`loaders.ts`) load the parts that cannot be lazy.
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
export { type Captcha, type CaptchaState, captchaOf, noCaptcha } from './captcha/index.ts';
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
export * from './cross-app.ts';
export type { Clock, Environment } from './environment.ts';
export * from './farcaster.ts';
export {
  type FollowedPurchase,
  type FollowOptions,
  type FundInput,
  type Funding,
  type FundingAsset,
  type FundingBalance,
  type FundingChoice,
  type FundingCoin,
  type FundingFacts,
  type FundingFollower,
  type FundingMethod,
  type FundingNetwork,
  type FundingPhase,
  type FundingRequest,
  type FundingResult,
  type FundingSource,
  type FundingWay,
  type FundWalletConfig,
  listFundingSources,
  listFundingWays,
  type MoonpayConfig,
  type OnRampStatus,
  type OpenPurchaseStatus,
  openFundingPopup,
  type PreparedTransfer,
  type PurchaseEnd,
  type PurchaseStatus,
  parseAmount,
  prepareTransfer,
  type Quote,
  type QuoteStep,
  readFundingFacts,
  type SolanaFundingConfig,
  type StartedPurchase,
  sendQuote,
  sendTransfer,
  startCoinbase,
  startMoonpay,
  startPurchase,
  takeQuote,
  toFundingRequest,
  typeAmount,
  watchBalance,
  watchCoinbase,
  watchMoonpay,
  watchPurchase,
  watchQuote,
} from './funding/index.ts';
export type { ClientState, LatchkeyClient } from './latchkeyClient.ts';
export * from './loaders.ts';
export { takeUndoReference } from './methods/changes/takeUndoReference.ts';
export { type AccountTransfer, transferAccount } from './methods/changes/transfer.ts';
export {
  type AccountChange,
  type AccountMethod,
  accountTypes,
  type CodeFlow,
  type CodeInput,
  type Confirmation,
  checkFree,
  checkLink,
  checkUpdate,
  createAccountLink,
  createAccountUpdate,
  createEmailLogin,
  createLoginConfirmation,
  createSmsLogin,
  createUndo,
  type EmailLogin,
  findRecentLogin,
  initialOtp,
  isMobile,
  type LoginConfirmation,
  loginFlows,
  type OtpState,
  type RecentLogin,
  rememberLogin,
  type SmsLogin,
  type UndoInput,
  type UndoneRemoval,
  type UnlinkInput,
} from './methods/index.ts';
export type { OAuthTokens } from './methods/oauth/oauthTokens.ts';
export { hasArrived, subscribeOAuthTokens } from './methods/oauth/tokens.ts';
export type { MessageLogin, SignedMessage } from './methods/wallet/signedMessage.ts';
export type { WalletOperationInput } from './methods/wallet/signIn.ts';
export {
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaRequired,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
} from './mfa/predicates.ts';
export { registerMfaListener, setFactorPromptHandler } from './mfa/promptHandlers.ts';
export * from './mfa.ts';
export * from './oauth.ts';
export * from './operations.ts';
export { parseUrl } from './parseUrl.ts';
export * from './passkey.ts';
export {
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
  type FactorPromptHandler,
  findFactorPrompt,
  findStepUp,
  type MfaListener,
  type NextStepUp,
  nextStepUp,
  type StepUpKind,
  withStepUps,
} from './step-up/index.ts';
export * from './telegram.ts';
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
  type SignRequest,
  type SolanaBalanceChange,
  type SolanaChain,
  type SolanaCommitment,
  type SolanaSendOptions,
  type SolanaSendRequest,
  type SolanaSigner,
  type SolanaSignRequest,
  subscribeWalletFrame,
  type TypedData,
  type WalletFrameState,
  type WalletFrameStatus,
} from './wallets/embedded/index.ts';
export { mountWalletFrameNow } from './wallets/embedded/mountWalletFrame.ts';
export {
  findPasswordFlaw,
  type PasswordFlaw,
  type PasswordStrength,
  passwordStrengthOf,
  scorePassword,
} from './wallets/embedded/password/index.ts';
export { checkSharedEntropy } from './wallets/embedded/recovery/checkSharedEntropy.ts';
export { type OpenInFrameInput, openWalletInFrame } from './wallets/embedded/recovery/openWalletInFrame.ts';
export {
  addRecoveryPasskey,
  listRecoveryPasskeys,
  type RecoveryPasskey,
  recoverWithPasskey,
  removeRecoveryPasskey,
} from './wallets/embedded/recoveryPasskeys.ts';
export { type CloudAccess, startRecoveryOAuth } from './wallets/embedded/startRecoveryOAuth.ts';
export { type ConnectInput, connectExternalWallet } from './wallets/external/connect.ts';
export {
  getWalletOptions,
  toPairingLink,
  untilWalletShows,
  type WalletOptionsInput,
  watchWalletOptions,
} from './wallets/external/discovery.ts';
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
  type SolanaOperations,
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
