// The kinds of accounts by their types, one line each, alphabetical. Those of providers of social login are made of the list of these.
export { crossApp as cross_app } from './cross-app.ts';
export { customAuth as custom_auth } from './custom-auth.ts';
export { email } from './email.ts';
export { farcaster } from './farcaster.ts';
export { guest } from './guest.ts';
export { passkey } from './passkey.ts';
export { phone } from './phone.ts';
export { telegram } from './telegram.ts';
export { wallet } from './wallet.ts';
