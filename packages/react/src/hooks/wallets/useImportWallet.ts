import { type ImportWalletInput, importWallet } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Takes in a wallet that the user had before, by its private key or recovery phrase. Shows nothing: your page asks for it,
 * and therefore sees it.
 *
 * Fails with `must_be_authenticated`, `invalid_data` for what is no key and no phrase (its text says why),
 * `embedded_wallet_already_exists` for one of the user's own wallets, or `linked_to_another_user`.
 *
 * @example
 * ```tsx
 * const { importWallet } = useImportWallet();
 * const { address } = await importWallet({ privateKey });
 * ```
 */
export function useImportWallet(): { importWallet(input: ImportWalletInput): Promise<{ address: string }> } {
  const result = useBindingResult();
  const take = useStable(async (input: ImportWalletInput) => importWallet(bindingOf(result).client, input));
  return { importWallet: take };
}
