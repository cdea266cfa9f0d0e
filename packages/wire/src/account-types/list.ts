// Account types, one line each, alphabetical. Those of social login are made of the list of providers (oauth.ts).
export { crossAppAccount as cross_app } from './cross-app.ts';
export { customAuthAccount as custom_auth } from './custom-auth.ts';
export { emailAccount as email } from './email.ts';
export { farcasterAccount as farcaster } from './farcaster.ts';
export { guestAccount as guest } from './guest.ts';
export { passkeyAccount as passkey } from './passkey.ts';
export { phoneAccount as phone } from './phone.ts';
export { telegramAccount as telegram } from './telegram.ts';
export { walletAccount as wallet } from './wallet.ts';
