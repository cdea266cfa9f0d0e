/**
 * Views of a transfer from an external wallet. They load separately, because other ways to fund need no list of
 * wallets.
 */

export { AwaitingView } from './AwaitingView.tsx';
export { FromWalletView } from './FromWalletView.tsx';
