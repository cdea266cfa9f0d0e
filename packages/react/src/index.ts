/**
 * Latchkey for React: a provider, hooks and the modal. What a page loads at start is the provider, the hooks and the
 * client; the modal follows when it is first wanted.
 */
// So that a server component of the Next.js App Router may place the provider; elsewhere it means nothing.
'use client';

export type { OtpState } from '@latchkey/core/login';
export type { ClientOptions, EthereumProvider, Hex, HostConfig, TypedData } from '@latchkey/core/startup';
export type { ErrorCode, LinkedAccount, ServiceError, User, WalletAccount } from '@latchkey/wire';
export type { LoginResult, SignUiOptions } from './flow/index.ts';
export { useGuestAccounts } from './hooks/methods/useGuestAccounts.ts';
export type { UseCodeLoginOptions } from './hooks/one-time-code/useCodeLogin.ts';
export { type UseLoginWithEmail, useLoginWithEmail } from './hooks/one-time-code/useLoginWithEmail.ts';
export { type UseLoginWithSms, useLoginWithSms } from './hooks/one-time-code/useLoginWithSms.ts';
export { useCreateWallet } from './hooks/useCreateWallet.ts';
export { type UseLatchkey, useLatchkey } from './hooks/useLatchkey.ts';
export { type UseLoginOptions, useLogin } from './hooks/useLogin.ts';
export { useLogout } from './hooks/useLogout.ts';
export { type SignMessageInput, useSignMessage } from './hooks/useSignMessage.ts';
export { type SignTypedDataInput, useSignTypedData } from './hooks/useSignTypedData.ts';
export { useToken } from './hooks/useToken.ts';
export { type ConnectedWallet, useWallets } from './hooks/useWallets.ts';
export { LatchkeyPanel } from './LatchkeyPanel.tsx';
export { LatchkeyProvider, type LatchkeyProviderProps } from './Provider.tsx';
