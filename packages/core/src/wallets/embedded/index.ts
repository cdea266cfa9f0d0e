/**
 * Embedded wallets: the hidden frame in the host's page, and the requests to it (create, import, connect, recover,
 * sign). Only the frame keeps and uses keys. This module only passes on a key, phrase or password that the user types
 * into the host's page. Uses `frame`, `session`, `mfa`, `step-up`, `consent`, `config`, `nodes`, `prices`,
 * `transactions` (types) and `analytics`. `operations.ts` loads most operations at their first call.
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
