import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

export const coinbaseWallet: KnownWallet = {
  id: 'coinbase_wallet',
  name: 'Coinbase Wallet',
  group: 'coinbase',
  chainTypes: ['ethereum', 'solana'],
  rdns: ['com.coinbase.wallet'],
  flags: ['isCoinbaseWallet'],
  standardName: 'Coinbase Wallet',
  openPage: (url) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
  stores: {
    site: 'https://www.coinbase.com/wallet',
    chrome: chromeStore('hnfanknocfeofbddgcijnmhnfnkdnaad'),
    ios: appStore(1278383455),
    android: playStore('org.toshi'),
  },
};
