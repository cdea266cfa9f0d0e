/**
 * Embedded wallets: the hidden frame in the host's page, and the requests to it (create, connect, recover, sign). It
 * holds no key and sees none. Uses `session` for the user and the token. `operations.ts` loads its operations when
 * they are first called.
 */

export type { ExportColors, WalletFrameState, WalletFrameStatus } from '../../frame/index.ts';
export type { AdditionalWalletInput } from './adding/createAdditionalWallet.ts';
export type { ImportWalletInput } from './adding/importWallet.ts';
export type { ExportPage, ExportWalletInput } from './exportWallet.ts';
export type { Recovery, RecoverySecret } from './recovery/secret.ts';
export type { FarcasterSignRequest } from './signing/farcaster.ts';
export type { Hex, SignRequest, TypedData } from './signing/sign.ts';
export type {
  PreparedSolanaTransaction,
  SolanaBalanceChange,
  SolanaChain,
  SolanaCommitment,
  SolanaSendOptions,
  SolanaSendRequest,
  SolanaSigner,
  SolanaSignRequest,
} from './solana/index.ts';
export {
  getEmbeddedWallet,
  getWalletFrameState,
  listWallets,
  needsWallet,
  subscribeWalletFrame,
} from './wallets.ts';
