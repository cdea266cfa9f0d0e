import { useClientState } from '../useClientState.ts';
import { type ConnectedWallet, connectedOf } from './connected.ts';
import { useWalletsOf } from './useExternalWallet.ts';

export type { ConnectedWallet } from './connected.ts';

/**
 * Lists the user's Ethereum wallets: the active one first (`useActiveWallet`), then embedded wallets, then external
 * ones, newest first. See `useSolanaWallets` for Solana.
 *
 * @example
 * ```tsx
 * const { wallets } = useWallets();
 * const provider = await wallets[0]?.getEthereumProvider();
 * ```
 */
export function useWallets(): { ready: boolean; wallets: readonly ConnectedWallet[] } {
  const { ready } = useClientState();
  const wallets = useWalletsOf('ethereum', connectedOf);
  return { ready, wallets };
}
