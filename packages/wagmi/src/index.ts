/**
 * Latchkey for wagmi: the embedded wallet as a connector, for wagmi 2 and 3.
 */
export { type LatchkeyConnectorInput, latchkey } from './latchkey.ts';
