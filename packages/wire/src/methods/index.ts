/**
 * Login methods, one file each: routes, schemas, the flags that turn them on, and the proof that confirms a login. A new
 * method is its file and its lines here, besides its facts and the type of its accounts in `account-types/list.ts`.
 */
import type { MethodId } from '../methodFacts.ts';
import { crossAppMethod } from './cross-app.ts';
import { customTokenMethod } from './custom-token.ts';
import { emailMethod } from './email.ts';
import { farcasterMethod } from './farcaster.ts';
import { guestMethod } from './guest.ts';
import type { MethodSchemas } from './method.ts';
import { oauthMethod } from './oauth.ts';
import { passkeyMethod } from './passkey.ts';
import { smsMethod } from './sms.ts';
import { telegramMethod } from './telegram.ts';
import { walletMethod } from './wallet.ts';

export * from './cross-app.ts';
export * from './custom-token.ts';
export * from './email.ts';
export * from './farcaster.ts';
export { type LoginMode, loginModes } from './fields.ts';
export * from './guest.ts';
export * from './names.ts';
export * from './oauth.ts';
export * from './oauth-clients.ts';
export * from './passkey.ts';
export * from './sms.ts';
export * from './telegram.ts';
export * from './transfer.ts';
export * from './wallet.ts';

/** Creates the record of each method, in alphabetical order. A missing method does not compile. */
const makeSchemas = () =>
  ({
    'cross-app': crossAppMethod(),
    'custom-token': customTokenMethod(),
    email: emailMethod(),
    farcaster: farcasterMethod(),
    guest: guestMethod(),
    oauth: oauthMethod(),
    passkey: passkeyMethod(),
    sms: smsMethod(),
    telegram: telegramMethod(),
    wallet: walletMethod(),
  }) satisfies { readonly [Id in MethodId]: MethodSchemas<Id> };

let made: ReturnType<typeof makeSchemas> | null = null;

/**
 * Returns the routes, schemas and flags of each login method. They are created once, because settings, routes and
 * confirmations share them.
 */
export function methodSchemas(): ReturnType<typeof makeSchemas> {
  made ??= makeSchemas();
  return made;
}
