import { type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * LinkedIn, with OpenID Connect. Its id tokens have no nonce, and its web clients support no PKCE, so only the state
 * and the client secret protect a login. The user's id is specific to this client.
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
