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
/** Type of a provider's accounts, which is also the flag that turns it on. */
export type OAuthType = `${OAuthProvider}_oauth`;

/** Returns the type of a provider's accounts, which is also its flag in the app config. */
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
