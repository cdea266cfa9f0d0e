/** The recovery store as a process of its own: who calls it, and who answers. */
export { createRemoteRecoveryStore } from './remoteStore.ts';
export { serveRecoveryStore } from './serveStore.ts';
