/**
 * The provider room: the embedded wallet as dapp libraries know wallets (EIP-1193): one wallet, the page's, or an announced one
 * (EIP-6963). What they ask is answered by the frame (signatures) or the developer's node (reads), with the errors that they
 * know. It asks wallets, transactions and http.
 */

export { walletRdns } from '../walletRdns.ts';
export type { EthereumProvider, RequestArguments } from './createProvider.ts';
export type { ProviderRpcError } from './toProviderError.ts';
export { setWalletScreens, type WalletScreens } from './walletScreens.ts';
