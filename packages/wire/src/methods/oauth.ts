/**
 * The providers of social login, alphabetical. The account of one is of type `{provider}_oauth`. `oidc` is any provider
 * that speaks OpenID Connect, which the operator names.
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
