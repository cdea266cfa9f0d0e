/** Client and server of a recovery store that runs as a process of its own. */
export { createRemoteRecoveryStore } from './remoteStore.ts';
export { serveRecoveryStore } from './serveStore.ts';
