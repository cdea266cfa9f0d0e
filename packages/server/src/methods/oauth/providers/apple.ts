import { type ProviderRecord, subjectOf, verifiedEmailOf } from '../record.ts';

/**
 * Apple. With scopes the answer is posted as a form. The name stands in it, the first time alone and unsigned, and is not
 * read: the account has no field for it. The e-mail address may be one that Apple relays.
 *
 * - page and form post: https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.
 * - addresses: https://appleid.apple.com/.well-known/openid-configuration
 * - token and client secret: https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
 * - claims: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export const apple: ProviderRecord = {
  name: 'Apple',
  endpoints: {
    authorize: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    identity: { issuer: 'https://appleid.apple.com', keySet: 'https://appleid.apple.com/auth/keys' },
  },
  scopes: ['name', 'email'],
  clientProof: 'signed',
  usesPkce: false,
  usesNonce: true,
  authorizeParameters: { response_mode: 'form_post' },
  readAccount({ claims }) {
    // Without the scope, or with an address that is not verified, Apple speaks of none: then the one kept stays.
    const email = verifiedEmailOf(claims.email, claims.email_verified);
    return { subject: subjectOf(claims.sub), details: email === null ? {} : { email } };
  },
};
