import type { Hex, SentTransaction, TransactionQuestion } from '@latchkey/core';
import type { Binding } from '../../binding.ts';
import { isConfirmationRequired } from '../wallets/confirmInModal.ts';
import type { TransactionOptions } from './useSendTransaction.ts';

/** Functions that show the user a transaction for approval. */
export interface TransactionConfirmation {
  send?(question: TransactionQuestion): Promise<SentTransaction>;
  sign?(question: TransactionQuestion): Promise<Hex>;
}

/**
 * Returns functions that open the transaction screen, or none if the app signs without prompts (SIGN-07). Without
 * them core sends or signs at once.
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
