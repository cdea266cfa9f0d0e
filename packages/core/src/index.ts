/**
 * The Latchkey client without a user interface. `createClient` makes the client of one app; everything else is a
 * function that takes it first. `@latchkey/react` adds the screens.
 */

export * from './accounts.ts';
export * from './cross-app.ts';
export * from './farcaster.ts';
export * from './funding.ts';
export * from './loaders.ts';
export * from './login.ts';
export * from './mfa.ts';
export * from './oauth.ts';
export * from './passkey.ts';
export * from './startup.ts';
export * from './telegram.ts';
// By name: with `*`, esbuild leaves out the start of a module that the modal loads lazily in the same file.
export {
  type ConnectInput,
  connectExternalWallet,
  getWalletOptions,
  toPairingLink,
  untilWalletShows,
  type WalletOptionsInput,
  watchWalletOptions,
} from './wallets.ts';
