import { type AppSettings, createWallet } from '@latchkey/core/startup';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/**
 * Creates the user's embedded wallet, shown in the modal, or unseen with `config.headless` where the app leaves the user
 * nothing to choose.
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
    const { settings } = client.getState();
    if (settings?.headless && !isRecoveryChosen(settings)) return createWallet(client);
    return door.open('create-wallet', undefined);
  });
  return { createWallet: create };
}

/** Whether the app has people choose how they recover a wallet, which no wallet can be created without (EMBW-21). */
export function isRecoveryChosen({ embeddedWallets }: AppSettings): boolean {
  return embeddedWallets.requireUserOwnedRecoveryOnCreate || embeddedWallets.requireUserPasswordOnCreate;
}
