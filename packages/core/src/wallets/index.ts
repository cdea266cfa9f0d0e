/**
 * Exports of the wallets module for other modules: embedded wallets and their signatures, connected external wallets,
 * and the current chain of each wallet. Lazy operations and the package's entries import other files directly.
 */
export {
  chainsOf,
  createChains,
  createOwnChain,
  type OwnChain,
  type WalletChains,
} from './chainsOfWallets.ts';
export { getAccess } from './embedded/getAccess.ts';
export type { ConfirmAndSign } from './embedded/signing/checkAndSign.ts';
export {
  type FarcasterSignRequest,
  initFarcasterSigner,
  signFarcaster,
} from './embedded/signing/farcaster.ts';
export {
  type Hex,
  type SignRequest,
  signEthereum,
  type TypedData,
  toSignRequest,
} from './embedded/signing/sign.ts';
export { unlockWallet } from './embedded/unlockWallet.ts';
export { walletIcon } from './embedded/walletIcon.ts';
export { findWallet, getWallet, isSameAddress } from './embedded/wallets.ts';
export { fromTimedProvider } from './external/fromWalletError.ts';
export { type ConnectedWallet, listExternalWallets } from './external/index.ts';
