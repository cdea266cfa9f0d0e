import type { Hex, SentTransaction, TransactionQuestion } from '@latchkey/core';
import type { Binding } from '../../binding.ts';
import { isConfirmationRequired } from '../wallets/confirmInModal.ts';
import type { TransactionOptions } from './useSendTransaction.ts';

/** What asks a person about a transaction, in the forms that core's operations take. */
export interface TransactionConfirmation {
  send?(question: TransactionQuestion): Promise<SentTransaction>;
  sign?(question: TransactionQuestion): Promise<Hex>;
}

/**
 * The screen of transactions, or nothing where the app signs without prompts (SIGN-07): then core sends at once, and refuses
 * what a person would have to see.
 */
export function confirmTransaction(
  binding: Binding,
  { uiOptions, fundWalletConfig }: Pick<TransactionOptions, 'uiOptions' | 'fundWalletConfig'> = {},
): TransactionConfirmation {
  if (!isConfirmationRequired(binding, uiOptions)) return {};
  const { modal } = binding;
  const put = (question: TransactionQuestion) => ({
    ...question,
    ...(uiOptions ? { uiOptions } : {}),
    ...(fundWalletConfig ? { fundWalletConfig } : {}),
  });
  return {
    send: (question) => modal.open('send', put(question)),
    async sign(question) {
      return (await modal.open('sign-transaction', put(question))).signature as Hex;
    },
  };
}
