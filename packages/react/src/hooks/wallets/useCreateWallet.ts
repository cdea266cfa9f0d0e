import { createWallet } from '@latchkey/core/startup';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { loadLogin } from '../methods/loadLogin.ts';
import { useStable } from '../useStable.ts';

/**
 * Creates the user's embedded wallet, shown in the modal, or unseen with `config.headless` where the app leaves the user
 * nothing to choose. With `createAdditional` it adds one at the next index to the wallet that is there, unseen.
 *
 * @example
 * ```tsx
 * const { createWallet } = useCreateWallet();
 * const { address } = await createWallet();
 * ```
 */
export function useCreateWallet(): {
  createWallet(input?: { createAdditional?: boolean }): Promise<{ address: string }>;
} {
  const result = useBindingResult();
  const create = useStable(async (input?: { createAdditional?: boolean }) => {
    const { client, door } = bindingOf(result);
    // A press handler hands over its event, which asks for nothing.
    if (input?.createAdditional === true) return (await loadLogin()).createAdditionalWallet(client);
    const { headless, embeddedWallets } = client.getState().settings ?? {};
    // Somebody has to choose the recovery (EMBW-21): the operator's prompts show also where the host's do not.
    if (headless && !embeddedWallets?.requireUserOwnedRecoveryOnCreate) return createWallet(client);
    return door.open('create-wallet', undefined);
  });
  return { createWallet: create };
}
