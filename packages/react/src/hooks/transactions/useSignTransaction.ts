import { type Hex, signTransaction, type TransactionRequest } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { confirmTransaction } from './confirmTransaction.ts';
import type { TransactionOptions } from './useSendTransaction.ts';

/**
 * Signs a transaction with the user's embedded wallet without sending it. Asks the user and fails as
 * `useSendTransaction` does. The signature is the whole signed transaction, as `eth_sendRawTransaction` takes it.
 *
 * @example
 * ```tsx
 * const { signTransaction } = useSignTransaction();
 * const { signature } = await signTransaction({ to, value: 10n ** 15n });
 * ```
 */
export function useSignTransaction(): {
  signTransaction(input: TransactionRequest, options?: TransactionOptions): Promise<{ signature: Hex }>;
} {
  const result = useBindingResult();
  const sign = useStable(async (input: TransactionRequest, options: TransactionOptions = {}) => {
    const binding = bindingOf(result);
    const { address } = options;
    const { sign } = confirmTransaction(binding, options);
    return { signature: await signTransaction(binding.client, { transaction: input, address, sign }) };
  });
  return { signTransaction: sign };
}
