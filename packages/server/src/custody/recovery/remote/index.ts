/** Client and server of a recovery store that runs in a separate process. */
export { createRemoteRecoveryStore } from './remoteStore.ts';
export { serveRecoveryStore } from './serveStore.ts';
