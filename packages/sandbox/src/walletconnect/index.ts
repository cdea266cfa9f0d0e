/**
 * Stand-in for WalletConnect's relay: carries sealed messages between a page and a phone over WebSocket, by topic, and
 * keeps them for clients that connect later. As strict as documented: a signed token to connect, topics of 32 bytes, a
 * time for each message, an answer to each delivery. Owns its messages, in memory; uses no other module.
 */
export { createWalletConnect, type WalletConnect } from './createWalletConnect.ts';
