/**
 * Sign in with Farcaster, an entry of its own because few visits need it: `@latchkey/core/login` has the methods that a
 * login modal shows at once. `@latchkey/core` has all.
 */

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
export { unlinkFarcaster } from './methods/farcaster/unlinkFarcaster.ts';
