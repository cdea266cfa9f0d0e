import { type ProviderRecord, subjectOf, verifiedEmailOf } from '../record.ts';

/**
 * Apple. With scopes, the response is posted as a form. It contains the name only at the first login and unsigned.
 * The name is not read, because the account has no field for it. The email address may be one of Apple's relay
 * addresses.
 *
 * - page and form post:
 *   https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server
 * - addresses: https://appleid.apple.com/.well-known/openid-configuration
 * - token and client secret:
 *   https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
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
    // Apple may send no address, and an unverified one is not used. The stored address then stays.
    const email = verifiedEmailOf(claims.email, claims.email_verified);
    return { subject: subjectOf(claims.sub), details: email === null ? {} : { email } };
  },
};
