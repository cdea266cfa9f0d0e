/**
 * The stand-in for WalletConnect's relay: it carries sealed messages between a page and a phone over WebSocket, by topic,
 * and keeps them for those who come later. As strict as documented: a signed token at the door, topics of 32 bytes, a
 * time for each message, an answer to each delivery. Owns its messages, in memory; asks no one.
 */
export { createWalletConnect, type WalletConnect } from './createWalletConnect.ts';
