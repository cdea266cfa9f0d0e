import type { FundingResult, SolanaFundingConfig } from '@latchkey/core';
import { bindingOf, useBindingResult } from '../../../binding.ts';
import { useStable } from '../../useStable.ts';
import { fundInModal } from '../fundInModal.ts';
import type { FundingExit } from '../useFundWallet.ts';

export interface SolanaFundingExit extends Pick<FundingExit, 'address' | 'balance' | 'fundingMethod'> {
  readonly cluster: NonNullable<SolanaFundingConfig['cluster']>;
}

export interface UseFundWalletOptions {
  /** Called when the modal closes, whatever the outcome. The promise has the outcome. */
  onUserExited?(exit: SolanaFundingExit): void;
}

export interface UseFundWallet {
  fundWallet(address: string, config?: SolanaFundingConfig): Promise<FundingResult>;
  fundWallet(input: {
    readonly address: string;
    readonly options?: SolanaFundingConfig;
  }): Promise<FundingResult>;
}

/**
 * Shows the app's ways to fund a Solana wallet. Behaves and fails as `useFundWallet` of `@latchkey/react` does for
 * Ethereum.
 *
 * @example
 * ```tsx
 * const { fundWallet } = useFundWallet();
 * const { status } = await fundWallet(wallet.address, { amount: '0.1' });
 * ```
 */
export function useFundWallet({ onUserExited }: UseFundWalletOptions = {}): UseFundWallet {
  const result = useBindingResult();
  const fundWallet = useStable(
    async (
      given: string | { readonly address: string; readonly options?: SolanaFundingConfig },
      asked?: SolanaFundingConfig,
    ): Promise<FundingResult> => {
      const { address, config } =
        typeof given === 'string'
          ? { address: given, config: asked }
          : { address: given?.address, config: given?.options };
      const cluster = config?.cluster ?? { name: 'mainnet-beta' };
      return fundInModal(bindingOf(result), { address, chainType: 'solana', config }, (exit) =>
        onUserExited?.({ address, cluster, ...exit }),
      );
    },
  );
  return { fundWallet };
}
