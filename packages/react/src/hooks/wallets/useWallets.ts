import { type EthereumProvider, type Hex, listWallets } from '@latchkey/core/startup';
import type { WalletAccount } from '@latchkey/wire';
import { useMemo } from 'react';
import { type Binding, useBindingResult } from '../../binding.ts';
import { useClientState } from '../useClientState.ts';
import { providerOf, switchChain } from './providerOf.ts';

/** A wallet of the user, with the way to use it. */
export interface ConnectedWallet extends WalletAccount {
  /**
   * The EIP-1193 provider of this wallet. A signature or a transaction asks the user in the modal first, unless the app says
   * otherwise.
   */
  getEthereumProvider(): Promise<EthereumProvider>;
  /** Switches the wallet to another of the configured chains. Fails as `useSwitchChain` does. */
  switchChain(chainId: number | Hex): Promise<void>;
}

/**
 * The user's Ethereum wallets; `useSolanaWallets` has those of Solana.
 *
 * @example
 * ```tsx
 * const { wallets } = useWallets();
 * const provider = await wallets[0]?.getEthereumProvider();
 * ```
 */
export function useWallets(): { ready: boolean; wallets: readonly ConnectedWallet[] } {
  const { binding } = useBindingResult();
  const { ready, user } = useClientState();
  const wallets = useMemo(
    () =>
      binding && user
        ? listWallets(binding.client)
            .filter(({ chainType }) => chainType === 'ethereum')
            .map((wallet) => connect(binding, wallet))
        : [],
    [binding, user],
  );
  return { ready, wallets };
}

function connect(binding: Binding, wallet: WalletAccount): ConnectedWallet {
  return {
    ...wallet,
    getEthereumProvider: () => providerOf(binding, wallet.address),
    switchChain: (chainId) => switchChain(binding, wallet.address, chainId),
  };
}
