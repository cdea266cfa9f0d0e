import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

export const uniswap: KnownWallet = {
  id: 'uniswap',
  name: 'Uniswap Wallet',
  group: 'extension',
  chainTypes: ['ethereum'],
  rdns: ['org.uniswap.app'],
  flags: ['isUniswapWallet'],
  openPairing: (uri) => `https://uniswap.org/app/wc?uri=${encodeURIComponent(uri)}`,
  pairs: true,
  stores: {
    site: 'https://wallet.uniswap.org/',
    chrome: chromeStore('nnpmfplkfogfpmcngplhnbdnnilmcdcg'),
    ios: appStore(6443944476),
    android: playStore('com.uniswap.mobile'),
  },
};
