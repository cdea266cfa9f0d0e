/**
 * Passkeys, an entry of its own because few visits need it: `@latchkey/core/login` has the methods that a login modal shows
 * at once. `@latchkey/core` has all.
 */
export {
  confirmWithPasskey,
  createPasskeyLogin,
  initialPasskey,
  initLinkWithPasskey,
  initLoginWithPasskey,
  linkWithPasskey,
  offerPasskeys,
  type PasskeyLogin,
  type PasskeyState,
  unlinkPasskey,
} from './methods/passkey.ts';
