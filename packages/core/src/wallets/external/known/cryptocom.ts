import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

export const cryptocom: KnownWallet = {
  id: 'cryptocom',
  name: 'Crypto.com DeFi Wallet',
  group: 'extension',
  chainTypes: ['ethereum'],
  rdns: ['com.crypto.wallet'],
  flags: ['isDeficonnectProvider'],
  pairs: true,
  stores: {
    site: 'https://crypto.com/onchain',
    chrome: chromeStore('hifafgmccdpekplomjjkcfgodnhcellj'),
    ios: appStore(1512048310),
    android: playStore('com.defi.wallet'),
  },
};
