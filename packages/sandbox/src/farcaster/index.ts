/**
 * Stand-in for Farcaster: the relay between an app and the Farcaster app on a phone, the API for signer requests,
 * pages in place of that app, and a chain with Farcaster's registries. Owns its channels and requests. Uses `chain`.
 */
export { createFarcaster, type Farcaster } from './createFarcaster.ts';
export { createSmartAccount, type SmartAccount } from './smartAccount.ts';
