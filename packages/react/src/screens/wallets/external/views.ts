/** Views of the external wallet screens, which load together when the first of them is shown. */

export { ConnectionPage } from './ConnectionPage.tsx';
export { ConnectionView } from './ConnectionView.tsx';
export { ConnectOnlyView } from './ConnectOnlyView.tsx';
export { findInPage } from './findInPage.ts';
export { ConnectAnotherView, ConnectListView, LinkWalletView } from './ListViews.tsx';
export { InstallPhantomView, PhantomInterstitialView } from './PhantomViews.tsx';
export { WalletList } from './WalletList.tsx';
export { WalletMark } from './WalletMark.tsx';
