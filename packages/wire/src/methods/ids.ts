/**
 * The providers of social login, in the order that a landing offers them where no host says another: the specification's
 *. The account of one is of type `{provider}_oauth`, and so is the flag that turns it on. `oidc` is any provider that
 * speaks OpenID Connect, which the operator names.
 */
export const oauthProviders = [
  'google',
  'twitter',
  'discord',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
  'oidc',
] as const;
export type OAuthProvider = (typeof oauthProviders)[number];
/** What the accounts of a provider are called, and the flag that turns it on. */
export type OAuthType = `${OAuthProvider}_oauth`;

/** What the account of a provider is called, and the flag in the app config that turns the provider on. */
export const oauthTypeOf = <Id extends OAuthProvider>(provider: Id): `${Id}_oauth` => `${provider}_oauth`;

/** A value for each provider, by its flag, which is the type of its accounts too. */
export const forEachOAuthType = <T>(make: (provider: OAuthProvider) => T): Record<OAuthType, T> =>
  Object.fromEntries(oauthProviders.map((provider) => [oauthTypeOf(provider), make(provider)])) as Record<
    OAuthType,
    T
  >;

/** The provider of a type of account; null for an account of another kind. */
export const oauthProviderOf = (type: string): OAuthProvider | null =>
  oauthProviders.find((provider) => oauthTypeOf(provider) === type) ?? null;

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

/** Methods that no screen offers: the host begins them. */
export const headlessMethodIds = ['custom-token', 'guest'] as const satisfies readonly MethodId[];

/** A method that has an entry on the landing. */
export type OfferedMethodId = Exclude<MethodId, (typeof headlessMethodIds)[number]>;

/** Tells whether a method has an entry on the landing. */
export function isOffered(id: MethodId): id is OfferedMethodId {
  return !headlessMethodIds.some((headless) => headless === id);
}
