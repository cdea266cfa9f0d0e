/** Views of a transfer from an external wallet, which load separately. */

export { AwaitingView } from './AwaitingView.tsx';
export { FromWalletView } from './FromWalletView.tsx';
