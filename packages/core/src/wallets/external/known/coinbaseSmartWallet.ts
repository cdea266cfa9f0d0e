import type { KnownWallet } from './known.ts';

/** It lives on Coinbase's own page: there is nothing to detect or to install. */
export const coinbaseSmartWallet: KnownWallet = {
  id: 'coinbase_smart_wallet',
  name: 'Coinbase Smart Wallet',
  group: 'coinbase',
  chainTypes: ['ethereum'],
};
