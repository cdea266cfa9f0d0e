// The login methods by their ids, one line each, alphabetical.
export { crossAppMethod as 'cross-app' } from './cross-app.ts';
export { customToken as 'custom-token' } from './custom-token.ts';
export { email } from './email.ts';
export { farcaster } from './farcaster.ts';
export { guest } from './guest.ts';
export { oauth } from './oauth.ts';
export { passkey } from './passkey.ts';
export { sms } from './sms.ts';
export { telegram } from './telegram.ts';
export { wallet } from './wallet.ts';
