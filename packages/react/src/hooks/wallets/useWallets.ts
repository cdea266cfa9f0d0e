import { useClientState } from '../useClientState.ts';
import { type ConnectedWallet, connectedOf } from './connected.ts';
import { useWalletsOf } from './useExternalWallet.ts';

export type { ConnectedWallet } from './connected.ts';

/**
 * The person's Ethereum wallets in one list: the one in use first (`useActiveWallet`), then the embedded ones, then those that
 * they brought and connected, the latest first. Without a wallet of their own it is the embedded ones alone, in their order.
 * `useSolanaWallets` has those of Solana.
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
