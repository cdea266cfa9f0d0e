import { appStore, chromeStore, firefoxStore, type KnownWallet, playStore } from './known.ts';

export const phantom: KnownWallet = {
  id: 'phantom',
  name: 'Phantom',
  group: 'phantom',
  chainTypes: ['ethereum', 'solana'],
  rdns: ['app.phantom'],
  flags: ['isPhantom'],
  standardName: 'Phantom',
  openPage: (url) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`,
  stores: {
    site: 'https://phantom.com/download',
    chrome: chromeStore('bfnaelmomeimhlpmgjnjophhpkkoljpa'),
    firefox: firefoxStore('phantom-app'),
    ios: appStore(1598432977),
    android: playStore('app.phantom'),
  },
};
