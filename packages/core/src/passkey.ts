/** Passkeys, loaded by `loadPasskeys` and by the table of account types. */
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
