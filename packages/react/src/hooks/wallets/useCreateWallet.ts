import { createWallet } from '@latchkey/core/startup';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Creates the user's embedded wallet, shown in the modal, or unseen with `config.headless`.
 *
 * @example
 * ```tsx
 * const { createWallet } = useCreateWallet();
 * const { address } = await createWallet();
 * ```
 */
export function useCreateWallet(): { createWallet(): Promise<{ address: string }> } {
  const result = useBindingResult();
  const create = useStable(async () => {
    const { client, door } = bindingOf(result);
    if (client.getState().settings?.headless) return createWallet(client);
    return door.open('create-wallet', undefined);
  });
  return { createWallet: create };
}
