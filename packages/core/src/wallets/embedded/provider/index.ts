/**
 * The EIP-1193 provider of an embedded wallet: what dapp libraries ask, answered by the frame (signatures) or the
 * developer's node (reads), with the errors that they know. It asks the embedded wallets room and http.
 */
export type { EthereumProvider, RequestArguments } from './createProvider.ts';
export type { ProviderRpcError } from './toProviderError.ts';
