/**
 * EIP-1193 providers of the embedded wallet, for dapp libraries: one for a wallet, one for the page, and one that is
 * announced (EIP-6963). The frame answers requests for signatures, the developer's node answers reads; errors are
 * those that the libraries know. Uses `wallets`, `transactions`, `nodes`, and `cross-app` for wallets of other apps.
 */

export { walletRdns } from '../walletRdns.ts';
export type { EthereumProvider, RequestArguments } from './createProvider.ts';
export type { ProviderRpcError } from './toProviderError.ts';
export { setWalletScreens, type WalletScreens } from './walletScreens.ts';
