/**
 * Login and linking with an external wallet. Methods use wallets, and wallets must not use methods, so this file is
 * between the two. Loaded on first use.
 */
export { confirmWithWallet } from './methods/wallet/confirmWithWallet.ts';
export { linkWallet } from './methods/wallet/linkWallet.ts';
export { loginOrLink } from './methods/wallet/loginOrLink.ts';
export { loginWithWallet } from './methods/wallet/loginWithWallet.ts';
export { unlinkWallet } from './methods/wallet/unlinkWallet.ts';
