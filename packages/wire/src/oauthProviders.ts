/**
 * Providers of social login, in the order of the specification, in which the modal's first screen offers them by
 * default. The accounts of a provider have the type `{provider}_oauth`, which is also the flag that turns it on. `oidc`
 * is any OpenID Connect provider that the operator names.
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
/** Type of a provider's accounts, which is also the flag that turns it on. */
export type OAuthType = `${OAuthProvider}_oauth`;

/** Returns the type of a provider's accounts, which is also its flag in the app config. */
export const oauthTypeOf = <Id extends OAuthProvider>(provider: Id): `${Id}_oauth` => `${provider}_oauth`;

/** Returns a value for each provider, by the type of its accounts, which is also its flag. */
export const forEachOAuthType = <T>(make: (provider: OAuthProvider) => T): Record<OAuthType, T> =>
  Object.fromEntries(oauthProviders.map((provider) => [oauthTypeOf(provider), make(provider)])) as Record<
    OAuthType,
    T
  >;

/** Returns the provider of an account type, or null for another kind of account. */
export const oauthProviderOf = (type: string): OAuthProvider | null =>
  oauthProviders.find((provider) => oauthTypeOf(provider) === type) ?? null;
