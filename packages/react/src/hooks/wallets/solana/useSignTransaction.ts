import { bindingOf, useBindingResult } from '../../../binding.ts';
import { useStable } from '../../useStable.ts';
import { type OneOrMore, type SignTransactionOptions, type TransactionInput, toOutput } from './inputs.ts';
import { openSigner } from './solanaOperations.ts';

export type SignTransactionInput = TransactionInput<SignTransactionOptions>;

export interface SignTransactionOutput {
  /** Transaction that includes the signature. */
  signedTransaction: Uint8Array;
}

/**
 * Signs transactions with a Solana wallet without sending them. An embedded wallet asks the user in the modal, unless
 * the app signs without prompts; an external wallet asks by itself.
 *
 * Fails with `user_rejected_request`, `must_be_authenticated` and `embedded_wallet_not_found`, and an embedded wallet
 * with `invalid_data` (not a transaction, or not one that this wallet signs).
 *
 * @example
 * ```tsx
 * const { signTransaction } = useSignTransaction();
 * const { signedTransaction } = await signTransaction({ transaction, wallet });
 * ```
 */
export function useSignTransaction(): {
  signTransaction: OneOrMore<SignTransactionInput, SignTransactionOutput>;
} {
  const result = useBindingResult();
  const signTransaction = useStable(async (...inputs: SignTransactionInput[]) => {
    const signer = await openSigner(bindingOf(result), inputs);
    const asked = inputs.map(({ transaction, wallet }) => ({ transaction, account: wallet }));
    return toOutput(await signer.signTransaction(...asked));
  });
  return { signTransaction: signTransaction as OneOrMore<SignTransactionInput, SignTransactionOutput> };
}
