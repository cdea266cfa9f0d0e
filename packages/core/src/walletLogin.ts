/**
 * What a wallet that a person brought does for its person. Methods know it, wallets prove no one: so it lies between the
 * two, and is loaded when it is first used.
 */
export { confirmWithWallet } from './methods/wallet/confirmWithWallet.ts';
export { linkWallet } from './methods/wallet/linkWallet.ts';
export { loginOrLink } from './methods/wallet/loginOrLink.ts';
export { loginWithWallet } from './methods/wallet/loginWithWallet.ts';
export { unlinkWallet } from './methods/wallet/unlinkWallet.ts';
