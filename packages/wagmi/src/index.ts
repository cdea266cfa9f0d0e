/**
 * Latchkey for wagmi, as connectors for wagmi 2 and 3: the wallet in use, and wallets of other apps.
 */
export { type CrossAppConnectorInput, crossApp } from './crossApp.ts';
export { type LatchkeyConnectorInput, latchkey } from './latchkey.ts';
