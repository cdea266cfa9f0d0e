/**
 * Solana's hooks, by the names that they have in other clients: some of them are those of Ethereum's hooks, so that they stand in an
 * entry of their own. `useSolanaWallets` of `@latchkey/react` gives the wallets.
 */
'use client';

export type {
  SolanaChain,
  SolanaCommitment,
  SolanaFundingConfig,
  SolanaSendOptions,
} from '@latchkey/core';
export {
  type SolanaFundingExit,
  type UseSolanaFundWallet as UseFundWallet,
  type UseSolanaFundWalletOptions as UseFundWalletOptions,
  useSolanaFundWallet as useFundWallet,
} from './hooks/funding/useSolanaFundWallet.ts';
export {
  type SiwsInput,
  type UseLinkWithSiws,
  type UseLoginWithSiws,
  useLinkWithSiws,
  useLoginWithSiws,
} from './hooks/methods/useLoginWithSiws.ts';
export type {
  OneOrMore,
  SignTransactionOptions,
  SolanaWalletRef,
  TransactionInput,
} from './hooks/wallets/solana/inputs.ts';
export {
  type SignAndSendTransactionInput,
  type SignAndSendTransactionOptions,
  type SignAndSendTransactionOutput,
  useSignAndSendTransaction,
} from './hooks/wallets/solana/useSignAndSendTransaction.ts';
export { type SignMessageInput, useSignMessage } from './hooks/wallets/solana/useSignMessage.ts';
export {
  type SignTransactionInput,
  type SignTransactionOutput,
  useSignTransaction,
} from './hooks/wallets/solana/useSignTransaction.ts';
export { useSolanaWallets as useWallets } from './hooks/wallets/solana/useSolanaWallets.ts';
