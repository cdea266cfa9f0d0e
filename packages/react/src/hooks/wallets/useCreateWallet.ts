import { type AdditionalWalletInput, createAdditionalWallet, createWallet } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';

/** Options. `address` and `chainType` select where an additional wallet is added. */
export interface CreateWalletInput extends AdditionalWalletInput {
  createAdditional?: boolean;
}

/**
 * Creates the user's embedded wallet in the modal. With `config.headless` no screen is shown, unless the app requires
 * a recovery method of the user's own. With `createAdditional` it adds a wallet at the next index, without a screen.
 * With the `address` of a wallet from an imported recovery phrase, the new wallet is derived from that phrase. Wallets
 * cannot be added to an imported private key (`not_supported`).
 *
 * Fails with `must_be_authenticated`, `embedded_wallet_already_exists`, `exited_wallet_flow` (closed before there was
 * a wallet), or the error that the modal showed last.
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
    // A click handler may pass its event as input. An event has no `createAdditional`.
    if (input?.createAdditional === true) return createAdditionalWallet(client, input);
    const { headless, embeddedWallets } = client.getState().settings ?? {};
    // If the operator requires a recovery method of the user's own (EMBW-21), the modal opens even in a headless app.
    if (headless && !embeddedWallets?.requireUserOwnedRecoveryOnCreate) return createWallet(client);
    return modal.open('create-wallet', undefined);
  });
  return { createWallet: create };
}
