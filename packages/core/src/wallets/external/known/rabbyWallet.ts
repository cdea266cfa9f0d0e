import { appStore, chromeStore, type KnownWallet, playStore } from './known.ts';

export const rabbyWallet: KnownWallet = {
  id: 'rabby_wallet',
  name: 'Rabby Wallet',
  group: 'extension',
  chainTypes: ['ethereum'],
  rdns: ['io.rabby.wallet', 'io.rabby'],
  flags: ['isRabby'],
  stores: {
    site: 'https://rabby.io/',
    chrome: chromeStore('acmacodkjbdgmoleebolmdjonilkdbch'),
    ios: appStore(6474381673),
    android: playStore('com.debank.rabbymobile'),
  },
};
