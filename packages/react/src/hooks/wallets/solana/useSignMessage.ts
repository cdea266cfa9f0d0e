import { bindingOf, useBindingResult } from '../../../binding.ts';
import type { SignUiOptions } from '../../../flow/index.ts';
import { useStable } from '../../useStable.ts';
import { type OneOrMore, type SolanaWalletRef, toOutput } from './inputs.ts';
import { openSigner } from './solanaOperations.ts';

export interface SignMessageInput {
  /** Bytes to sign, such as UTF-8 text. */
  message: Uint8Array;
  wallet: SolanaWalletRef;
  options?: { uiOptions?: SignUiOptions };
}

/**
 * Signs messages with a Solana wallet. An embedded wallet asks the user in the modal, unless the app signs without
 * prompts; an external wallet asks by itself.
 *
 * Fails with `user_rejected_request`, `must_be_authenticated` and `embedded_wallet_not_found`, and an embedded wallet
 * with `invalid_message` (empty, or a transaction of this wallet).
 *
 * @example
 * ```tsx
 * const { signMessage } = useSignMessage();
 * const { signature } = await signMessage({ message: new TextEncoder().encode('Hello'), wallet });
 * ```
 */
export function useSignMessage(): { signMessage: OneOrMore<SignMessageInput, { signature: Uint8Array }> } {
  const result = useBindingResult();
  const signMessage = useStable(async (...inputs: SignMessageInput[]) => {
    const signer = await openSigner(bindingOf(result), inputs);
    const asked = inputs.map(({ message, wallet }) => ({ message, account: wallet }));
    return toOutput((await signer.signMessage(...asked)).map(({ signature }) => ({ signature })));
  });
  return { signMessage: signMessage as OneOrMore<SignMessageInput, { signature: Uint8Array }> };
}
