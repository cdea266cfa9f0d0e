import type { Hex } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { switchChain } from './providerOf.ts';

export interface SwitchChainInput {
  /** One of `config.chains`, as a number or hex digits. */
  chainId: number | Hex;
  /** @default the user's embedded wallet */
  address?: string;
}

/**
 * Switches the user's embedded wallet to another of the configured chains. Transactions that name none go there from now
 * on, and the wallet's provider tells dapps by `chainChanged`.
 *
 * Fails with an EIP-1193 error: 4902 for a chain that is not in `config.chains`; with `must_be_authenticated` and
 * `embedded_wallet_not_found` without a wallet.
 *
 * @example
 * ```tsx
 * const { switchChain } = useSwitchChain();
 * await switchChain({ chainId: 8453 });
 * ```
 */
export function useSwitchChain(): { switchChain(input: SwitchChainInput): Promise<void> } {
  const result = useBindingResult();
  const change = useStable(async ({ chainId, address }: SwitchChainInput) =>
    switchChain(bindingOf(result), address, chainId),
  );
  return { switchChain: change };
}
