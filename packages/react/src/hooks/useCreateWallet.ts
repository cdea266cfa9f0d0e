import { bindingOf, useBindingResult } from '../binding.ts';
import { useStable } from './useStable.ts';

/**
 * Creates the user's embedded wallet, shown in the modal.
 *
 * @example
 * ```tsx
 * const { createWallet } = useCreateWallet();
 * const { address } = await createWallet();
 * ```
 */
export function useCreateWallet(): { createWallet(): Promise<{ address: string }> } {
  const result = useBindingResult();
  return { createWallet: useStable(async () => bindingOf(result).door.open('create-wallet', undefined)) };
}
