/**
 * What a wallet that a person brought does for its person. Methods know it, wallets prove no one: so it lies between the
 * two, and is loaded when it is first used.
 */
export {
  confirmWithWallet,
  linkWallet,
  loginOrLink,
  loginWithWallet,
  unlinkWallet,
} from './methods/wallet/acts.ts';
