import type { Internals } from '../internals.ts';
import type { WalletScreens } from './walletScreens.ts';

/** The screens that `setWalletScreens` set; null without any. */
export async function findWalletScreens({ walletScreens }: Internals): Promise<WalletScreens | null> {
  return ((await walletScreens?.()) ?? null) as WalletScreens | null;
}
