/** The views of a transfer from a wallet that the person brought: with them comes the list of wallets, which no other way needs. */

export { AwaitingView } from './AwaitingView.tsx';
export { FromWalletView } from './FromWalletView.tsx';
