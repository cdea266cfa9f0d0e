import { bindingOf, useBindingResult } from '../../binding.ts';
import type { ExportInput } from '../../flow/index.ts';
import { useStable } from '../useStable.ts';

/**
 * Shows the user the key of a wallet, and its recovery phrase where it has one, in the modal on a page of the service's
 * own: your page never sees either. Resolves when the user is done. A login that is too old is confirmed on the way.
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_not_found`, `exited_wallet_flow` (closed before the key was
 * shown), or the failure that the user saw.
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
