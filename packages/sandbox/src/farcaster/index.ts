/**
 * What stands in for Farcaster: the relay between an app and the Farcaster app on a phone, the API that takes requests for
 * signers, pages in the place of that app, and a chain with Farcaster's registries. Owns its channels and requests; asks the chain room.
 */
export { createFarcaster, type Farcaster } from './createFarcaster.ts';
export { createSmartAccount, type SmartAccount } from './smartAccount.ts';
