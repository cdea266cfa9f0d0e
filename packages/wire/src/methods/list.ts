// Login methods by their ids, one line each, alphabetical.
export { crossAppMethod as 'cross-app' } from './cross-app.ts';
export { customTokenMethod as 'custom-token' } from './custom-token.ts';
export { emailMethod as email } from './email.ts';
export { farcasterMethod as farcaster } from './farcaster.ts';
export { guestMethod as guest } from './guest.ts';
export { oauthMethod as oauth } from './oauth.ts';
export { passkeyMethod as passkey } from './passkey.ts';
export { smsMethod as sms } from './sms.ts';
export { telegramMethod as telegram } from './telegram.ts';
export { walletMethod as wallet } from './wallet.ts';
