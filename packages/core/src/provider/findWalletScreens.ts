import type { WalletsContext } from '../contexts.ts';
import type { WalletScreens } from './walletScreens.ts';

/** Returns the screens set by `setWalletScreens`; null without any. */
export async function findWalletScreens(wallets: WalletsContext): Promise<WalletScreens | null> {
  return ((await wallets.screens.get()?.()) ?? null) as WalletScreens | null;
}
