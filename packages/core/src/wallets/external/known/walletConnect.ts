import type { KnownWallet } from './known.ts';

/** No wallet of its own: whichever one the person's phone has. */
export const walletConnect: KnownWallet = {
  id: 'wallet_connect',
  name: 'WalletConnect',
  group: 'wallet-connect',
  chainTypes: ['ethereum'],
  pairs: true,
};
