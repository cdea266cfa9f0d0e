import type { Hex } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { switchChain } from './providerOf.ts';

export interface SwitchChainInput {
  /** Id of a configured chain, as a number or in hex. */
  chainId: number | Hex;
  /** @default the user's Ethereum wallet */
  address?: string;
}

/**
 * Switches the user's embedded wallet to another configured chain: one of `config.chains` or of the app's own. From
 * then on, transactions without a `chainId` go to that chain. The wallet's provider emits `chainChanged`.
 *
 * Fails with provider error 4902 for any other chain, and with `must_be_authenticated` and
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
