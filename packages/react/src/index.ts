/** Latchkey for React: a provider, hooks and the modal. The modal loads when it is first needed. */
// Lets a server component of the Next.js App Router render the provider.
'use client';

export {
  type AdditionalWalletInput,
  type ClientOptions,
  type ConnectedApp,
  type CrossAppTransaction,
  createClient,
  type Eip1193Provider,
  type EthereumProvider,
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaRequired,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
  type Funding,
  type FundingAsset,
  type FundingMethod,
  type FundingResult,
  type FundingWay,
  type FundWalletConfig,
  type Hex,
  type HostConfig,
  type ImportWalletInput,
  type LatchkeyClient,
  type MessageLogin,
  type OAuthTokens,
  type OtpState,
  type PasskeyFactorOptions,
  type PasskeyState,
  type RecoveryPasskey,
  type SentTransaction,
  type SignedMessage,
  type SolanaChain,
  type TransactionReceipt,
  type TransactionRequest,
  type TypedData,
  type UndoInput,
  type UndoneRemoval,
  type WalletConnectorFactory,
  type WalletListEntry,
} from '@latchkey/core';
export {
  type ActiveSession,
  type Device,
  type ErrorCode,
  isCode,
  type LinkedAccount,
  type MfaMethod,
  type OAuthProvider,
  type Removal,
  type ServiceError,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
export type { CustomAuthState } from './customAuth.ts';
export type {
  ConnectInput,
  ExportInput,
  LinkMethod,
  LoginInput,
  LoginMethod,
  LoginResult,
  PasskeysInput,
  SendUiOptions,
  SetRecoveryInput,
  SignUiOptions,
} from './flow/index.ts';
export {
  type UseLinkAccount,
  type UseLinkAccountOptions,
  useLinkAccount,
} from './hooks/changes/useLinkAccount.ts';
export { type UseUndo, useUndo } from './hooks/changes/useUndo.ts';
export {
  type UseUpdateAccount,
  type UseUpdateAccountOptions,
  useUpdateAccount,
} from './hooks/changes/useUpdateAccount.ts';
export { type UseConnectedApps, useConnectedApps } from './hooks/cross-app/useConnectedApps.ts';
export { type UseCrossAppAccounts, useCrossAppAccounts } from './hooks/cross-app/useCrossAppAccounts.ts';
export { type UseFundingStatus, useFundingStatus } from './hooks/funding/useFundingStatus.ts';
export {
  type FundingExit,
  type UseFundWallet,
  type UseFundWalletOptions,
  useFundWallet,
} from './hooks/funding/useFundWallet.ts';
export { type UseCaptcha, useCaptcha } from './hooks/methods/useCaptcha.ts';
export { type UseCustomAuth, useCustomAuth } from './hooks/methods/useCustomAuth.ts';
export {
  type UseFarcasterSigner,
  useFarcasterSigner,
} from './hooks/methods/useFarcasterSigner.ts';
export { useGuestAccounts } from './hooks/methods/useGuestAccounts.ts';
export { type UseLoginToMiniApp, useLoginToMiniApp } from './hooks/methods/useLoginToMiniApp.ts';
export {
  type UseLoginWithFarcaster,
  type UseLoginWithFarcasterOptions,
  useLoginWithFarcaster,
} from './hooks/methods/useLoginWithFarcaster.ts';
export {
  type OAuthLoginState,
  type UseLoginWithOAuth,
  type UseLoginWithOAuthOptions,
  useLoginWithOAuth,
} from './hooks/methods/useLoginWithOAuth.ts';
export {
  type UseLoginWithPasskey,
  type UsePasskeyOptions,
  type UseSignupWithPasskey,
  useLoginWithPasskey,
  useSignupWithPasskey,
} from './hooks/methods/useLoginWithPasskey.ts';
export {
  type SiweInput,
  type UseLinkWithSiwe,
  type UseLoginWithSiwe,
  useLinkWithSiwe,
  useLoginWithSiwe,
} from './hooks/methods/useLoginWithSiwe.ts';
export {
  type TelegramLoginState,
  type UseLoginWithTelegram,
  type UseLoginWithTelegramOptions,
  useLoginWithTelegram,
} from './hooks/methods/useLoginWithTelegram.ts';
export { useOAuthTokens } from './hooks/methods/useOAuthTokens.ts';
export type {
  MessageState,
  UseMessageLinkOptions,
  UseMessageLoginOptions,
} from './hooks/methods/useSignedMessage.ts';
export { type UseMfa, useMfa } from './hooks/mfa/useMfa.ts';
export { type UseMfaEnrollment, useMfaEnrollment } from './hooks/mfa/useMfaEnrollment.ts';
export { type MfaListeners, useRegisterMfaListener } from './hooks/mfa/useRegisterMfaListener.ts';
export type { UseCodeLoginOptions } from './hooks/one-time-code/useCodeLogin.ts';
export { type UseLoginWithEmail, useLoginWithEmail } from './hooks/one-time-code/useLoginWithEmail.ts';
export { type UseLoginWithSms, useLoginWithSms } from './hooks/one-time-code/useLoginWithSms.ts';
export {
  type TransactionOptions,
  type UseSendTransactionOptions,
  useSendTransaction,
} from './hooks/transactions/useSendTransaction.ts';
export { useSignTransaction } from './hooks/transactions/useSignTransaction.ts';
export { type UseLatchkey, useLatchkey } from './hooks/useLatchkey.ts';
export { type OpenLogin, type UseLoginOptions, useLogin } from './hooks/useLogin.ts';
export { useLogout } from './hooks/useLogout.ts';
export { useModalStatus } from './hooks/useModalStatus.ts';
export { type UseSessions, useSessions } from './hooks/useSessions.ts';
export { useTerms } from './hooks/useTerms.ts';
export { useToken } from './hooks/useToken.ts';
export { type UseActiveWallet, useActiveWallet } from './hooks/wallets/external/useActiveWallet.ts';
export {
  type UseConnectOrCreateWalletOptions,
  useConnectOrCreateWallet,
} from './hooks/wallets/external/useConnectOrCreateWallet.ts';
export {
  type ConnectWallet,
  type UseConnectWalletOptions,
  useConnectWallet,
} from './hooks/wallets/external/useConnectWallet.ts';
export { useSolanaStandardWallet } from './hooks/wallets/solana/useSolanaStandardWallet.ts';
export {
  type ConnectedSolanaWallet,
  type UseSolanaWallets,
  useSolanaWallets,
} from './hooks/wallets/solana/useSolanaWallets.ts';
export { type CreateWalletInput, useCreateWallet } from './hooks/wallets/useCreateWallet.ts';
export { type UseDevices, useDevices } from './hooks/wallets/useDevices.ts';
export { useExportWallet } from './hooks/wallets/useExportWallet.ts';
export { useImportWallet } from './hooks/wallets/useImportWallet.ts';
export { useRecoverWallet } from './hooks/wallets/useRecoverWallet.ts';
export { type UseRecoveryPasskeys, useRecoveryPasskeys } from './hooks/wallets/useRecoveryPasskeys.ts';
export {
  type UseSetWalletRecoveryOptions,
  useSetWalletPassword,
  useSetWalletRecovery,
} from './hooks/wallets/useSetWalletRecovery.ts';
export { type SignMessageInput, useSignMessage } from './hooks/wallets/useSignMessage.ts';
export { type SignTypedDataInput, useSignTypedData } from './hooks/wallets/useSignTypedData.ts';
export { type SwitchChainInput, useSwitchChain } from './hooks/wallets/useSwitchChain.ts';
export { type ConnectedWallet, useWallets } from './hooks/wallets/useWallets.ts';
export { LatchkeyPanel } from './LatchkeyPanel.tsx';
export { LatchkeyProvider, type LatchkeyProviderProps } from './Provider.tsx';
