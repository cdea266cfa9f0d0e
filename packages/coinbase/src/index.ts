/** Coinbase Wallet for Latchkey: its extension, its app and its smart wallet, as a connector that a host passes in. */
export { coinbaseWallet } from './coinbaseWallet.ts';
