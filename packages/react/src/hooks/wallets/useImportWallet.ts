import { type ImportWalletInput, importWallet } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Imports a wallet with its private key or recovery phrase. Has no screen of its own: your page asks the user for the
 * secret, and therefore sees it.
 *
 * Fails with `must_be_authenticated`, `invalid_data` if the input is neither a key nor a phrase (the message says
 * why), `embedded_wallet_already_exists` if the user already has the wallet, or `linked_to_another_user`.
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
