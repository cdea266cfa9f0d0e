import { appStore, chromeStore, firefoxStore, type KnownWallet, playStore } from './known.ts';

export const rainbow: KnownWallet = {
  id: 'rainbow',
  name: 'Rainbow',
  group: 'extension',
  chainTypes: ['ethereum'],
  rdns: ['me.rainbow'],
  flags: ['isRainbow'],
  openPairing: (uri) => `https://rnbwapp.com/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://rainbow.me/download',
    chrome: chromeStore('opfgelmcmbiajamepnmloijbpoleiama'),
    firefox: firefoxStore('rainbow-extension'),
    ios: appStore(1457119021),
    android: playStore('me.rainbow'),
  },
};
