import type { Chain, FundInput, FundingResult, FundWalletConfig } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { fundInModal } from './fundInModal.ts';

export interface FundingExit {
  readonly address: string;
  readonly chain: Chain;
  /** Method whose screen the user saw last. Null if the user saw none. */
  readonly fundingMethod: NonNullable<FundingResult['fundingMethod']> | null;
  /** Balance in the smallest unit. Undefined if it was not loaded. */
  readonly balance: bigint | undefined;
}

export interface UseFundWalletOptions {
  /** Called when the modal closes, whatever the outcome. The promise has the outcome. */
  onUserExited?(exit: FundingExit): void;
}

export interface UseFundWallet {
  fundWallet(address: string, config?: FundWalletConfig): Promise<FundingResult>;
  fundWallet(input: {
    readonly address: string;
    readonly options?: FundWalletConfig;
  }): Promise<FundingResult>;
}

/**
 * Shows the app's ways to fund a wallet, and resolves when the user leaves the modal. The status is `completed` if
 * funds arrived, a transfer on the wallet's own network was sent, the provider reports the payment as completed, or
 * the user finished a manual transfer to a wallet whose balance covers the amount; `pending` if the user may have paid
 * and nothing has arrived yet (follow it with `useFundingStatus`); else `cancelled`.
 *
 * Fails with `must_be_authenticated`, `funding_not_enabled`, `unsupported_chain_id`, `invalid_data` (address or
 * amount), `not_supported` in a headless app, which uses the functions of `@latchkey/core` instead, or an error that
 * the modal showed.
 *
 * @example
 * ```tsx
 * const { fundWallet } = useFundWallet();
 * const { status } = await fundWallet(wallet.address, { chain: base, amount: '0.01' });
 * ```
 */
export function useFundWallet({ onUserExited }: UseFundWalletOptions = {}): UseFundWallet {
  const result = useBindingResult();
  const fundWallet = useStable(
    async (
      given: string | { readonly address: string; readonly options?: FundWalletConfig },
      config?: FundWalletConfig,
    ): Promise<FundingResult> => {
      const binding = bindingOf(result);
      const funding: FundInput =
        typeof given === 'string'
          ? { address: given, chainType: 'ethereum', config }
          : { address: given?.address, chainType: 'ethereum', config: given?.options };
      return fundInModal(binding, funding, ({ fundingMethod, balance }) => {
        const { settings } = binding.client.getState();
        const recommended = settings?.fundingConfig?.defaultRecommendedCurrency.chain.split(':')[1];
        const id = funding.config?.chain?.id ?? Number(recommended);
        const chain = settings?.chains.find((one) => one.id === id) ?? settings?.defaultChain;
        if (chain) onUserExited?.({ address: funding.address, chain, fundingMethod, balance });
      });
    },
  );
  return { fundWallet };
}
