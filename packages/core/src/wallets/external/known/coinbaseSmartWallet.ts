import type { KnownWallet } from './known.ts';

/** Runs on Coinbase's own page, so there is nothing to detect or install. */
export const coinbaseSmartWallet: KnownWallet = {
  id: 'coinbase_smart_wallet',
  name: 'Coinbase Smart Wallet',
  group: 'coinbase',
  chainTypes: ['ethereum'],
};
