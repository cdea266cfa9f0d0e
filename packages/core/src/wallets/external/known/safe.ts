import { appStore, type KnownWallet, playStore } from './known.ts';

/** A contract wallet of one or more owners. It connects over WalletConnect. */
export const safe: KnownWallet = {
  id: 'safe',
  name: 'Safe',
  group: 'safe',
  chainTypes: ['ethereum'],
  openPairing: (uri) => `https://app.safe.global/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://app.safe.global/',
    ios: appStore(1515759131),
    android: playStore('io.gnosis.safe'),
  },
};
