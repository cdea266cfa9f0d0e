import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { findWalletReturn } from './findWalletReturn.ts';
import { WalletEntry } from './WalletEntry.tsx';

const views = () => import('../../wallets/external/views.ts');

export const walletMethod = {
  Entry: WalletEntry,
  screens: {
    AWAITING_CONNECTION: lazyScreen(async () => (await views()).ConnectionView, { header: { back: 'back' } }),
    INSTALL_PHANTOM_SCREEN: lazyScreen(async () => (await views()).InstallPhantomView, {
      header: { back: 'back' },
    }),
    LINK_WALLET_SCREEN: lazyScreen(async () => (await views()).LinkWalletView, {
      header: { back: 'back', hasBack: ({ act }) => act === 'confirm' },
    }),
    PHANTOM_INTERSTITIAL_SCREEN: lazyScreen(async () => (await views()).PhantomInterstitialView, {
      header: { back: 'back' },
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmByWallet,
  findReturn: findWalletReturn,
} as const satisfies MethodScreens;
