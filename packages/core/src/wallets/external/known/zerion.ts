import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

export const zerion: KnownWallet = {
  id: 'zerion',
  name: 'Zerion',
  group: 'extension',
  chainTypes: ['ethereum'],
  rdns: ['io.zerion.wallet'],
  flags: ['isZerion'],
  openPairing: (uri) => `https://wallet.zerion.io/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://zerion.io/download',
    chrome: chromeStore('klghhnkeealcohjjanjjdaeeggmfmlpl'),
    ios: appStore(1456732565),
    android: playStore('io.zerion.android'),
  },
};
