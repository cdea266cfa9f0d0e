/**
 * Wallets that people bring, an entry of its own: what a page loads when it shows a list of them. `@latchkey/core` has all.
 */
export { type ConnectInput, connectExternalWallet } from './wallets/external/connect.ts';
export {
  getWalletOptions,
  toPairingLink,
  untilWalletShows,
  type WalletOptionsInput,
  watchWalletOptions,
} from './wallets/external/discovery.ts';
