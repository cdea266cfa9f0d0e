/**
 * Passkeys, an entry of its own because few visits need it: `@latchkey/core/login` has the methods that a login modal shows
 * at once. `@latchkey/core` has all.
 */
export { initLinkWithPasskey, linkWithPasskey } from './methods/linkPasskey.ts';
export { offerPasskeys } from './methods/passkey/autofill.ts';
export { confirmWithPasskey, initLoginWithPasskey } from './methods/passkey/ceremonies.ts';
export { nameOfPasskey } from './methods/passkey/nameOfPasskey.ts';
export {
  createPasskeyLogin,
  initialPasskey,
  type PasskeyLogin,
  type PasskeyState,
  unlinkPasskey,
} from './methods/passkey.ts';
