import {
  type FundWalletConfig,
  type SentTransaction,
  sendTransaction,
  type TransactionRequest,
} from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import type { SendUiOptions } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';
import { withCallbacks } from '../withCallbacks.ts';
import { confirmTransaction } from './confirmTransaction.ts';

export interface TransactionOptions {
  /** @default the user's Ethereum wallet */
  address?: string;
  uiOptions?: SendUiOptions;
  /**
   * Options of the funding that 'Add funds' opens if the balance is too low. `asset` and `chain` are ignored: the user
   * always adds the native coin of the transaction's chain.
   * @default the missing amount
   */
  fundWalletConfig?: FundWalletConfig;
}

export interface UseSendTransactionOptions {
  /**
   * Called when a transaction that this hook sent is confirmed, or once it is sent if the app does not wait for
   * confirmation.
   */
  onSuccess?(sent: SentTransaction): void;
  /** Called if the transaction fails, before the promise rejects with the same error. */
  onError?(error: ServiceError): void;
}

/**
 * Sends a transaction with the user's embedded wallet. The modal first shows the user what it does and what it costs.
 * Without a `chainId` it goes to the wallet's current chain.
 *
 * Once it is being sent, the transaction continues even if the user closes the modal, and the promise reports the
 * result. `receipt` is null if `config.embeddedWallets.waitForTransactionConfirmation` is false. If the app signs
 * without prompts, no screen is shown.
 *
 * Fails with `invalid_data`, `unsupported_chain_id`, `must_be_authenticated`, `embedded_wallet_not_found`,
 * `user_rejected_request` (closed without agreeing), `transaction_failure` (with `details.hash` once it was signed),
 * and without prompts `insufficient_balance`.
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
  const send = useStable((input: TransactionRequest, options: TransactionOptions = {}) =>
    withCallbacks(
      async () => {
        const binding = bindingOf(result);
        const { address } = options;
        const { send } = confirmTransaction(binding, options);
        return sendTransaction(binding.client, { transaction: input, address, send });
      },
      {
        onDone: (sent) => onSuccess?.(sent),
        onError: (error) => onError?.(error),
        otherwise: 'internal_error',
      },
    ),
  );
  return { sendTransaction: send };
}
