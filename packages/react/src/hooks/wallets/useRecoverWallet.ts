import type { WalletAccount } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Gets a wallet onto this device ahead of its first use: by itself, or by the user's password or cloud account. Signing
 * does it on its way.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `exited_wallet_flow` (closed before it was done).
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
