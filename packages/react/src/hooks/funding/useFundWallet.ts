import type { Chain, FundInput, FundingResult, FundWalletConfig } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { fundInModal } from './fundInModal.ts';

/** Where a person left the modal of a funding. */
export interface FundingExit {
  readonly address: string;
  readonly chain: Chain;
  /** The method whose screen they saw last; null where they chose none. */
  readonly fundingMethod: NonNullable<FundingResult['fundingMethod']> | null;
  /** In the smallest unit; undefined where it could not be read. */
  readonly balance: bigint | undefined;
}

export interface UseFundWalletOptions {
  /** Called whenever the modal closes, whatever became of the funding; the promise says that. */
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
 * Shows the ways to fund a wallet that the app offers, and waits until the person has left them: `completed` once funds
 * arrived, `pending` where they paid and nothing has arrived yet (`useFundingStatus` follows it), else `cancelled`.
 *
 * Fails with `must_be_authenticated`, `funding_not_enabled`, `unsupported_chain_id`, `invalid_data` (address or amount),
 * `not_supported` in an app that shows no modal: such a one uses the functions of `@latchkey/core`.
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
