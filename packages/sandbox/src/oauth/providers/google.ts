import { digitsOf, nameOf } from '../people.ts';
import type { Account, EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const refusal = (status: number, error: string, error_description: string): EndpointResponse => ({
  status,
  body: { error, error_description },
});
const badGrant = refusal(400, 'invalid_grant', 'Bad Request');
const noToken = refusal(401, 'invalid_request', 'Invalid Credentials');

/** Browsers inside apps, which Google blocks: developers.google.com/identity/protocols/oauth2/policies#browsers. */
const embedded =
  /; wv\)|\bFBAN\/|\bFBAV\/|\bInstagram\b|\bLine\/|\bmusical_ly|\bTikTok|\bTwitter for|\bLinkedInApp/;

/**
 * Returns the claims of an ID token.
 * https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
function claimsOf({ person, scopes, subject }: Account): Record<string, unknown> {
  const { email, isEmailVerified, givenName, familyName } = person;
  return {
    sub: subject,
    ...(scopes.includes('email') && email !== null ? { email, email_verified: isEmailVerified } : {}),
    ...(scopes.includes('profile')
      ? {
          name: nameOf(person),
          given_name: givenName,
          family_name: familyName,
          picture: `https://lh3.googleusercontent.com/a/sandbox-${person.id}=s96-c`,
        }
      : {}),
  };
}

export const google: Provider = {
  id: 'google',
  name: 'Google',
  documentation: [
    'https://developers.google.com/identity/openid-connect/openid-connect',
    'https://developers.google.com/identity/protocols/oauth2/web-server',
    'https://accounts.google.com/.well-known/openid-configuration',
  ],
  subjectOf: ({ id }) => digitsOf(`google ${id}`, 21),
  authorize: {
    paths: ['accounts.google.com/o/oauth2/v2/auth'],
    scopes: ['openid', 'email', 'profile'],
    // "The scope parameter must begin with the openid value", which makes it an OpenID Connect request.
    neededScopes: ['openid'],
    scopeSeparator: / /,
    pkce: 'optional',
    challengeMethods: ['S256', 'plain'],
    needsState: false,
    tells: 'on-a-page',
    check: (query, _scopes, userAgent) => {
      if (embedded.test(userAgent)) return 'disallowed_useragent';
      return [null, 'online', 'offline'].includes(query.get('access_type')) ? null : 'invalid_request';
    },
    denied: { error: 'access_denied' },
    granted: ({ scopes }) => ({ scope: scopes.join(' '), authuser: '0', prompt: 'consent' }),
  },
  token: {
    paths: ['oauth2.googleapis.com/token'],
    clientIn: ['body', 'basic'],
    codeLifeS: 600,
    tokenLifeS: 3_600,
    codePrefix: '4/0A',
    tokenPrefix: 'ya29.',
    faults: {
      ...commonFaults,
      client: refusal(401, 'invalid_client', 'Unauthorized'),
      'grant-type': refusal(400, 'unsupported_grant_type', 'Invalid grant_type'),
      code: badGrant,
      redirect: refusal(400, 'redirect_uri_mismatch', 'Bad Request'),
      verifier: refusal(400, 'invalid_grant', 'Invalid code verifier.'),
    },
    reply: ({ accessToken, account, idToken }) => ({
      access_token: accessToken,
      expires_in: 3_599,
      scope: account.scopes.join(' '),
      token_type: 'Bearer',
      id_token: idToken,
    }),
  },
  data: [
    {
      paths: ['openidconnect.googleapis.com/v1/userinfo', 'www.googleapis.com/oauth2/v3/userinfo'],
      tokenIn: ['bearer'],
      scopes: ['openid'],
      unauthorized: noToken,
      forbidden: refusal(403, 'insufficient_scope', 'Request had insufficient authentication scopes.'),
      answer: ({ account }) => ({ status: 200, body: claimsOf(account) }),
    },
  ],
  openId: {
    issuer: 'https://accounts.google.com',
    discoveryPath: 'accounts.google.com/.well-known/openid-configuration',
    keysPath: 'www.googleapis.com/oauth2/v3/certs',
    hasNonce: true,
    claims: (account, clientId) => ({ ...claimsOf(account), azp: clientId }),
    discovery: {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
      grant_types_supported: ['authorization_code'],
    },
  },
  rateLimited: { at: 'token', answer: refusal(429, 'rate_limit_exceeded', 'Rate Limit Exceeded') },
};
