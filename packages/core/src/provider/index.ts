/**
 * EIP-1193 providers for dapp libraries: one for an embedded wallet, one for the page, one that is announced
 * (EIP-6963), and one for a wallet of another app. The frame or the other app signs, the developer's node answers
 * reads, and errors have the standard codes. Uses `config` for chains, `wallets`, `transactions`, `nodes`, `step-up`
 * and `cross-app`.
 */

export { walletRdns } from '../walletRdns.ts';
export type { EthereumProvider, RequestArguments } from './createProvider.ts';
export type { ProviderRpcError } from './toProviderError.ts';
export { setWalletScreens, type WalletScreens } from './walletScreens.ts';
