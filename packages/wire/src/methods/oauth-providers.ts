/**
 * The providers of social login, alphabetical. The account of one is of type `{provider}_oauth`, and so is the flag that
 * turns it on. `oidc` is any provider that speaks OpenID Connect, which the operator names.
 */
export const oauthProviders = [
  'apple',
  'discord',
  'github',
  'google',
  'instagram',
  'linkedin',
  'oidc',
  'spotify',
  'tiktok',
  'twitter',
] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

/** What the account of a provider is called, and the flag in the app config that turns the provider on. */
export const oauthTypeOf = <Id extends OAuthProvider>(provider: Id): `${Id}_oauth` => `${provider}_oauth`;

/** The provider of a type of account; null for an account of another kind. */
export const oauthProviderOf = (type: string): OAuthProvider | null =>
  oauthProviders.find((provider) => oauthTypeOf(provider) === type) ?? null;
