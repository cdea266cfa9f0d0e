import { type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * LinkedIn, by OpenID Connect. Its id tokens carry no nonce, and its web clients take no PKCE: the state and the secret
 * stand alone. The id is the person's for this one client.
 *
 * - addresses: https://www.linkedin.com/oauth/.well-known/openid-configuration
 * - claims: https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 * - page, token: https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow
 */
export const linkedin: ProviderRecord = {
  name: 'LinkedIn',
  endpoints: {
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    identity: {
      issuer: 'https://www.linkedin.com/oauth',
      legacyIssuer: 'https://www.linkedin.com',
      keySet: 'https://www.linkedin.com/oauth/openid/jwks',
    },
  },
  scopes: ['openid', 'profile', 'email'],
  clientProof: 'form',
  usesPkce: false,
  usesNonce: false,
  readAccount: ({ claims }) => ({
    subject: subjectOf(claims.sub),
    details: { name: textOf(claims.name), email: verifiedEmailOf(claims.email, claims.email_verified) },
  }),
};
