// The login methods by their ids, one line each, alphabetical.
export { crossApp as 'cross-app' } from './cross-app/crossApp.ts';
export { customToken as 'custom-token' } from './custom-token/customToken.ts';
export { email } from './email/email.ts';
export { farcaster } from './farcaster/farcaster.ts';
export { guest } from './guest/guest.ts';
export { oauth } from './oauth/oauth.ts';
export { passkey } from './passkey/passkey.ts';
export { sms } from './sms/sms.ts';
export { telegram } from './telegram/telegram.ts';
export { wallet } from './wallet/wallet.ts';
