import { bindingOf, useBindingResult } from '../../binding.ts';
import type { ExportInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';

/**
 * Shows the user the private key of a wallet, and the recovery phrase of a created one, in an iframe on the service's
 * origin: your page cannot read them, unless it has the same origin. If the login is too old, the user confirms it
 * first. Resolves when the user is done or closes the screen, even at the warning before the key.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `exited_wallet_flow` (closed while confirming
 * the login or recovering the wallet), or the error that the modal showed last.
 *
 * @example
 * ```tsx
 * const { exportWallet } = useExportWallet();
 * <button onClick={() => exportWallet()}>Export private key</button>
 * ```
 */
export function useExportWallet(): { exportWallet(input?: ExportInput): Promise<void> } {
  const result = useBindingResult();
  const show = useStable(async (input: ExportInput = {}): Promise<void> => {
    await bindingOf(result).modal.open('export-wallet', input);
  });
  return { exportWallet: show };
}
