/**
 * Hooks for Solana. They have an entry of their own, because some have the same name as a hook for Ethereum.
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
  type UseFundWallet,
  type UseFundWalletOptions,
  useFundWallet,
} from './hooks/funding/solana/useFundWallet.ts';
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
export { useSolanaWallets } from './hooks/wallets/solana/useSolanaWallets.ts';
