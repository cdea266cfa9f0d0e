/**
 * Login methods, one file each: routes, schemas, the flags that turn it on, and the proof that confirms a login. A new
 * method is its file, its line in `list.ts`, its line here, and its line in `methodFacts.ts`.
 */
export * from './cross-app.ts';
export * from './custom-token.ts';
export * from './email.ts';
export * from './farcaster.ts';
export { type LoginMode, loginModes } from './fields.ts';
export * from './guest.ts';
export * from './methodSchemas.ts';
export * from './names.ts';
export * from './oauth.ts';
export * from './oauth-clients.ts';
export * from './passkey.ts';
export * from './sms.ts';
export * from './telegram.ts';
export * from './transfer.ts';
export * from './wallet.ts';
