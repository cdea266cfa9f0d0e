import { appStore, chromeStore, firefoxStore, type KnownWallet, playStore } from './known.ts';

/** Its Solana wallet prompts the user even for a silent connection. */
export const metamask: KnownWallet = {
  id: 'metamask',
  name: 'MetaMask',
  group: 'extension',
  chainTypes: ['ethereum', 'solana'],
  rdns: ['io.metamask', 'io.metamask.mobile'],
  flags: ['isMetaMask'],
  standardName: 'MetaMask',
  ignoresSilent: true,
  openPage: (url) => `https://metamask.app.link/dapp/${url.replace(/^https?:\/\//, '')}`,
  openPairing: (uri) => `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://metamask.io/download',
    chrome: chromeStore('nkbihfbeogaeaoehlefnkodbefgpgknn'),
    firefox: firefoxStore('ether-metamask'),
    ios: appStore(1438144202),
    android: playStore('io.metamask'),
  },
};
