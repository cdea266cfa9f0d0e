import type { KnownWallet } from './known.ts';

/** Not a wallet itself: connects wallets that support WalletConnect. */
export const walletConnect: KnownWallet = {
  id: 'wallet_connect',
  name: 'WalletConnect',
  group: 'wallet-connect',
  chainTypes: ['ethereum'],
  pairs: true,
};
