import { type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * Google, with OpenID Connect.
 *
 * - addresses: https://accounts.google.com/.well-known/openid-configuration
 * - request, nonce, claims: https://developers.google.com/identity/openid-connect/openid-connect
 * - both issuers: https://developers.google.com/identity/openid-connect/reference
 * - PKCE: https://developers.google.com/identity/protocols/oauth2/native-app#step1-code-verifier
 */
export const google: ProviderRecord = {
  name: 'Google',
  endpoints: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    identity: {
      issuer: 'https://accounts.google.com',
      legacyIssuer: 'accounts.google.com',
      keySet: 'https://www.googleapis.com/oauth2/v3/certs',
    },
  },
  scopes: ['openid', 'email', 'profile'],
  clientProof: 'form',
  usesPkce: true,
  usesNonce: true,
  // A user with several accounts selects one.
  authorizeParameters: { prompt: 'select_account' },
  readAccount: ({ claims }) => ({
    subject: subjectOf(claims.sub),
    // Existing clients need a string, so an address that Google did not verify becomes an empty one.
    details: { email: verifiedEmailOf(claims.email, claims.email_verified) ?? '', name: textOf(claims.name) },
  }),
};
