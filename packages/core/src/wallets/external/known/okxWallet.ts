import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

const open = (link: string) => `https://www.okx.com/download?deeplink=${encodeURIComponent(link)}`;

export const okxWallet: KnownWallet = {
  id: 'okx_wallet',
  name: 'OKX Wallet',
  group: 'extension',
  chainTypes: ['ethereum', 'solana'],
  rdns: ['com.okex.wallet'],
  flags: ['isOkxWallet', 'isOKExWallet'],
  standardName: 'OKX Wallet',
  openPage: (url) => open(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`),
  openPairing: (uri) => `okex://main/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://www.okx.com/web3',
    chrome: chromeStore('mcohilncbfahbmgdjkbpemcciiolgcge'),
    ios: appStore(1327268470),
    android: playStore('com.okinc.okex.gp'),
  },
};
