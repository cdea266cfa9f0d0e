import {
  type FundWalletConfig,
  type SentTransaction,
  sendTransaction,
  type TransactionRequest,
} from '@latchkey/core';
import { isCode, ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SendUiOptions } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { confirmTransaction } from './confirmTransaction.ts';

export interface TransactionOptions {
  /** @default the user's embedded wallet */
  address?: string;
  uiOptions?: SendUiOptions;
  /** What 'Add funds' opens with, where the wallet holds too little. @default what is missing, on the transaction's chain */
  fundWalletConfig?: FundWalletConfig;
}

export interface UseSendTransactionOptions {
  /** Called when a transaction that this hook sent is on its chain, or on its way where the app does not wait. */
  onSuccess?(sent: SentTransaction): void;
  /** Called when it is not, before the promise is rejected with the same error. */
  onError?(error: ServiceError): void;
}

/**
 * Sends a transaction with the user's embedded wallet, after asking the user in the modal, which shows what it does and
 * what it costs. Without a `chainId` it goes to the chain that the wallet is on.
 *
 * Once the user has agreed it goes on, also where they close the modal, and the promise tells how it ends: `receipt` is
 * null where `config.embeddedWallets.waitForTransactionConfirmation` is false. Where the app signs without prompts, no
 * screen shows.
 *
 * Fails with `invalid_data`, `unsupported_chain_id`, `must_be_authenticated`, `embedded_wallet_not_found`,
 * `user_rejected_request` (closed without agreeing), `transaction_failure` (with `details.hash` once it was signed), and
 * without prompts `insufficient_balance`.
 *
 * @example
 * ```tsx
 * const { sendTransaction } = useSendTransaction();
 * const { hash } = await sendTransaction({ to, value: 10n ** 15n });
 * ```
 */
export function useSendTransaction({ onSuccess, onError }: UseSendTransactionOptions = {}): {
  sendTransaction(input: TransactionRequest, options?: TransactionOptions): Promise<SentTransaction>;
} {
  const result = useBindingResult();
  const send = useStable(async (input: TransactionRequest, options: TransactionOptions = {}) => {
    try {
      const binding = bindingOf(result);
      const { address } = options;
      const { send } = confirmTransaction(binding, options);
      const sent = await sendTransaction(binding.client, { transaction: input, address, send });
      onSuccess?.(sent);
      return sent;
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('internal_error', { cause });
      onError?.(error);
      throw error;
    }
  });
  return { sendTransaction: send };
}
