/** Latchkey for wagmi, as connectors for wagmi 2 and 3: the active wallet, and wallets of provider apps. */
export { type CrossAppConnectorInput, crossApp } from './crossApp.ts';
export { type LatchkeyConnectorInput, latchkey } from './latchkey.ts';
