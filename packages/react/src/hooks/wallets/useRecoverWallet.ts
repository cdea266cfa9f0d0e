import type { WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Recovers a wallet on this device before its first use: automatically, or with the user's password, cloud account or
 * passkey. The modal also does this if a signature in it needs it. A signature without a prompt recovers the wallet
 * only if its recovery is automatic.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `exited_wallet_flow` (closed before it was done), or
 * the error that the modal showed last.
 *
 * @example
 * ```tsx
 * const { recoverWallet } = useRecoverWallet();
 * await recoverWallet();
 * ```
 */
export function useRecoverWallet(): {
  recoverWallet(input?: { readonly address?: string }): Promise<WalletAccount>;
} {
  const result = useBindingResult();
  const recover = useStable(async (input: { readonly address?: string } = {}) => {
    const { wallet } = await bindingOf(result).modal.open('recover', input);
    return wallet;
  });
  return { recoverWallet: recover };
}
