/**
 * The embedded wallets room: the hidden frame in the host's page, what is asked of it (create, connect, recover, sign) and
 * the EIP-1193 provider. It holds no key and sees none; it asks session for the user and token, and the frame for the rest.
 * Operations are thin and load the room's other files when they are first used.
 */

export type { AdditionalWalletInput, ImportWalletInput } from './adding/index.ts';
export type { ExportColors, WalletFrameState, WalletFrameStatus } from './frame/index.ts';
export { createDueWallets, createWallet, mountWalletFrame } from './operations/creating.ts';
export { exportWallet } from './operations/exporting.ts';
export { connectWallet, recoverWallet, setRecovery } from './operations/recovering.ts';
export { approveRequest, signRequest } from './operations/requests.ts';
export { getEthereumProvider, signMessage, signTypedData } from './operations/signing.ts';
export type { EthereumProvider, ProviderRpcError, RequestArguments } from './provider/index.ts';
export type { Recovery, RecoverySecret } from './recovery/secret.ts';
export type { ExportPage, ExportWalletInput } from './showExportPage.ts';
export type { Hex, SignRequest, TypedData } from './signing/sign.ts';
export {
  registerSolanaWallet,
  type SolanaChain,
  type SolanaSignRequest,
  sendSolanaTransaction,
  signSolanaMessage,
  signSolanaTransaction,
} from './solana/index.ts';
export {
  getEmbeddedWallet,
  getWalletFrameState,
  listWallets,
  needsWallet,
  subscribeWalletFrame,
} from './wallets.ts';
