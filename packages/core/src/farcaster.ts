/** Sign in with Farcaster and Farcaster signers, loaded by `loadFarcaster` and by the table of account types. */
export {
  createFarcasterConfirmation,
  createFarcasterLink,
  createFarcasterLogin,
  type FarcasterFlow,
  type FarcasterLogin,
  type FarcasterLoginInput,
  type FarcasterState,
  type FarcasterWait,
  initialFarcaster,
  modalWait,
} from './methods/farcaster/farcaster.ts';
export { initMiniAppLogin, loginWithMiniApp, type MiniAppSignature } from './methods/farcaster/miniApp.ts';
export {
  checkFarcasterSigner,
  type FarcasterSigner,
  getFarcasterSignerPublicKey,
  requestFarcasterSigner,
  signFarcasterMessage,
  watchFarcasterSigner,
} from './methods/farcaster/signer.ts';
export { unlinkFarcaster } from './methods/farcaster/unlinkFarcaster.ts';
