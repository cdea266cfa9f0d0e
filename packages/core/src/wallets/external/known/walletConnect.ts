import type { KnownWallet } from './known.ts';

/** Not a wallet itself: connects any wallet on the user's phone. */
export const walletConnect: KnownWallet = {
  id: 'wallet_connect',
  name: 'WalletConnect',
  group: 'wallet-connect',
  chainTypes: ['ethereum'],
  pairs: true,
};
