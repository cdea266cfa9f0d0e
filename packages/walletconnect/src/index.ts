/** WalletConnect for Latchkey: wallets on a phone, as a connector that a host passes in. */
export { type WalletConnectInput, walletConnect } from './walletConnect.ts';
