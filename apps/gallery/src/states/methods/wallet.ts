import type { WalletConnectorFactory, WalletOption } from '@latchkey/core';
import { iconOf, type PageWallet } from '../../walletsOfPage.ts';
import type { States } from '../state.ts';

const stores = { site: 'https://wallet.example/', chrome: null, firefox: null, ios: null, android: null };

export const metamask: WalletOption = {
  id: 'metamask',
  name: 'MetaMask',
  icon: iconOf('MetaMask'),
  walletClientType: 'metamask',
  chainTypes: ['ethereum'],
  connectorType: 'injected',
  isDetected: true,
  isKnown: true,
  isRecent: false,
  way: 'connect',
  link: null,
  stores,
};
const byCode: WalletOption = {
  ...metamask,
  id: 'wallet_connect',
  name: 'WalletConnect',
  icon: null,
  walletClientType: 'wallet_connect',
  connectorType: 'wallet_connect_v2',
  way: 'pairing',
};
const phantom: WalletOption = {
  ...metamask,
  id: 'phantom',
  name: 'Phantom',
  icon: null,
  walletClientType: 'phantom',
  connectorType: 'phantom',
  chainTypes: ['ethereum', 'solana'],
};

/** Two known wallets, and an unknown one. */
export const wallets: readonly PageWallet[] = [
  { name: 'MetaMask', rdns: 'io.metamask' },
  { name: 'Rabby Wallet', rdns: 'io.rabby' },
  { name: 'Driftwood', rdns: 'example.driftwood' },
];
const many = [
  ...wallets,
  ...['Anchor', 'Buoy', 'Cove', 'Dune', 'Ebb', 'Fathom', 'Gull', 'Harbour and Lighthouse of the Tides'].map(
    (name) => ({ name, rdns: `example.${name.toLowerCase().replaceAll(' ', '-')}` }),
  ),
];

const rejecting: PageWallet = {
  name: 'MetaMask',
  rdns: 'io.metamask',
  request: () => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 })),
};

/** WalletConnect before the phone responds. */
const pairing: WalletConnectorFactory = {
  id: 'wallet_connect',
  connectorType: 'wallet_connect_v2',
  create: () => ({
    connectorType: 'wallet_connect_v2',
    connect({ onUri }) {
      onUri(
        `wc:${'7d'.repeat(32)}@2?relay-protocol=irn&symKey=${'5a'.repeat(32)}&expiryTimestamp=1767268800`,
      );
      return new Promise(() => {});
    },
    reconnect: () => Promise.resolve(null),
    disconnect: () => Promise.resolve(),
    subscribe: () => () => {},
    getEthereum: () => Promise.resolve(null),
    getSolana: () => Promise.resolve(null),
  }),
};

const busy = '.wallet-mark[data-busy]';

export const connection: States<'AWAITING_CONNECTION'> = {
  usual: { props: { act: 'login', option: metamask }, wallets, act: ({ see }) => see(busy) },
  rejected: {
    props: { act: 'login', option: metamask },
    wallets: [rejecting],
    act: ({ see }) => see('.button.primary'),
  },
  'by code': {
    props: { act: 'link', option: byCode },
    isLoggedIn: true,
    host: { externalWallets: { connectors: [pairing] } },
    act: ({ see }) => see('svg[role=img], a.button'),
  },
  'two chains': { props: { act: 'login', option: phantom }, act: ({ see }) => see('.entry') },
  'not installed': { props: { act: 'login', option: { ...metamask, way: 'install' } } },
};

export const connectOnly: States<'AWAITING_CONNECT_ONLY_CONNECTION'> = {
  usual: { props: { option: metamask }, wallets, act: ({ see }) => see(busy) },
};

export const connectLanding: States<'CONNECT_ONLY_LANDING_SCREEN'> = {
  usual: { props: {}, wallets, act: ({ see }) => see('.wallet-row img') },
};

export const connectAnother: States<'CONNECT_ONLY_AUTHENTICATED_SCREEN'> = {
  usual: { props: {}, isLoggedIn: true, wallets, act: ({ see }) => see('.wallet-row img') },
};

export const linkWallet: States<'LINK_WALLET_SCREEN'> = {
  usual: { props: { act: 'link' }, isLoggedIn: true, wallets: many, act: ({ see }) => see('.wallet-search') },
};

export const installPhantom: States<'INSTALL_PHANTOM_SCREEN'> = {
  usual: { props: { act: 'login', option: { ...phantom, way: 'install' } } },
};

export const phantomInterstitial: States<'PHANTOM_INTERSTITIAL_SCREEN'> = {
  usual: {
    props: { act: 'login', option: { ...phantom, way: 'app-link' } },
    act: ({ see }) => see('a.button'),
  },
};
