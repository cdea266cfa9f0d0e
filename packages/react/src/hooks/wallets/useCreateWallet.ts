import { type AdditionalWalletInput, createAdditionalWallet, createWallet } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/** `address` and `chainType` say where an additional wallet goes. */
export interface CreateWalletInput extends AdditionalWalletInput {
  createAdditional?: boolean;
}

/**
 * Creates the user's embedded wallet, shown in the modal, or unseen with `config.headless` where the app leaves the user
 * nothing to choose. With `createAdditional` it adds one at the next index to the wallet that is there, unseen; with the
 * `address` of an imported recovery phrase's wallet, to that phrase (an imported private key has none: `not_supported`).
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_already_exists`, `exited_wallet_flow` (closed before there was a
 * wallet), or the failure that the user saw.
 *
 * @example
 * ```tsx
 * const { createWallet } = useCreateWallet();
 * const { address } = await createWallet();
 * ```
 */
export function useCreateWallet(): {
  createWallet(input?: CreateWalletInput): Promise<{ address: string }>;
} {
  const result = useBindingResult();
  const create = useStable(async (input?: CreateWalletInput) => {
    const { client, modal } = bindingOf(result);
    // A press handler hands over its event, which asks for nothing.
    if (input?.createAdditional === true) return createAdditionalWallet(client, input);
    const { headless, embeddedWallets } = client.getState().settings ?? {};
    // Someone has to choose the recovery (EMBW-21): the operator's prompts show also where the host's do not.
    if (headless && !embeddedWallets?.requireUserOwnedRecoveryOnCreate) return createWallet(client);
    return modal.open('create-wallet', undefined);
  });
  return { createWallet: create };
}
