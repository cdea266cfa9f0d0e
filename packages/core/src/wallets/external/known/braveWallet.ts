import type { KnownWallet } from './known.ts';

/** Part of the Brave browser, so there is no extension to install. */
export const braveWallet: KnownWallet = {
  id: 'brave_wallet',
  name: 'Brave Wallet',
  group: 'extension',
  chainTypes: ['ethereum', 'solana'],
  rdns: ['com.brave.wallet'],
  flags: ['isBraveWallet'],
  standardName: 'Brave Wallet',
  stores: { site: 'https://brave.com/wallet/' },
};
