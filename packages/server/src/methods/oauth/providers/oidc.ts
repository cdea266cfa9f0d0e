import { type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * Any provider that speaks OpenID Connect and that an operator names by its issuer: where its parts are is read from its
 * own configuration (OpenID Connect Discovery 1.0 §4), its claims are the standard ones (Core 1.0 §5.1).
 */
export const oidc: Omit<ProviderRecord, 'endpoints' | 'clientProof' | 'name'> = {
  scopes: ['openid', 'email', 'profile'],
  usesPkce: true,
  usesNonce: true,
  readAccount: ({ claims }) => ({
    subject: subjectOf(claims.sub),
    details: {
      email: verifiedEmailOf(claims.email, claims.email_verified),
      name: textOf(claims.name),
      username: textOf(claims.preferred_username),
    },
  }),
};
