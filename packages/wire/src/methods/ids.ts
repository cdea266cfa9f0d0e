import { oauthProviders, oauthTypeOf } from './oauth-providers.ts';

/** The login methods that exist. An app that enables another one is refused. Alphabetical. */
export const methodIds = [
  'custom-token',
  'email',
  'farcaster',
  'guest',
  'oauth',
  'passkey',
  'sms',
  'telegram',
] as const;

export type MethodId = (typeof methodIds)[number];

/** Names of the flags in the served app config that turn a method on: one, or for social login one a provider. */
export const methodFlags = {
  'custom-token': 'custom_jwt_auth',
  email: 'email_auth',
  farcaster: 'farcaster_auth',
  guest: 'guest_auth',
  oauth: oauthProviders.map(oauthTypeOf),
  passkey: 'passkey_auth',
  sms: 'sms_auth',
  telegram: 'telegram_auth',
} as const satisfies Record<MethodId, string | readonly string[]>;

type MethodFlag<Names> = Names extends readonly (infer Name)[] ? Name : Names;
/** The flags of login methods that exist. */
export type MethodFlagName = MethodFlag<(typeof methodFlags)[MethodId]>;

/** Tells whether an app has a method on; social login, whether any provider of it. */
export function isMethodOn(app: Partial<Record<MethodFlagName, boolean>>, id: MethodId): boolean {
  return [methodFlags[id]].flat().some((flag) => app[flag] === true);
}

/** Methods that no screen offers: the host begins them (D further 16). */
export const headlessMethodIds = [
  'custom-token',
  'guest',
  'passkey',
  'telegram',
] as const satisfies readonly MethodId[];

/** A method that has an entry on the landing. */
export type OfferedMethodId = Exclude<MethodId, (typeof headlessMethodIds)[number]>;

/** Tells whether a method has an entry on the landing. */
export function isOffered(id: MethodId): id is OfferedMethodId {
  return !headlessMethodIds.some((headless) => headless === id);
}
