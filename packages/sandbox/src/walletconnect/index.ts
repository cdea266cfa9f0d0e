/**
 * Stand-in for WalletConnect's relay: carries encrypted messages between a page and a phone over WebSocket, by topic,
 * and stores them for clients that connect later. It requires a signed token to connect, topics of 32 bytes, a
 * lifetime for each message and a response to each delivery. Owns its messages, in memory; uses no other module.
 */
export { createWalletConnect, type WalletConnect } from './createWalletConnect.ts';
