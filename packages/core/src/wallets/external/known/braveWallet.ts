import type { KnownWallet } from './known.ts';

/** It is part of a browser: whoever does not have it there has nothing to install but the browser. */
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
