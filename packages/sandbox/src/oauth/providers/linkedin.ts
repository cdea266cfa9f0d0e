import { hexOf, nameOf } from '../people.ts';
import type { Account, EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const refusal = (status: number, error: string, error_description: string): EndpointResponse => ({
  status,
  body: { error, error_description },
});
const badCode = refusal(
  401,
  'invalid_request',
  'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
);
const apiError = (status: number, code: string, message: string): EndpointResponse => ({
  status,
  body: { status, serviceErrorCode: 65600, code, message },
});

/**
 * Returns the claims about a user.
 * https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#api-request-to-retreive-member-details
 */
function claimsOf({ person, scopes }: Account): Record<string, unknown> {
  const { email, givenName, familyName, isEmailVerified } = person;
  return {
    ...(scopes.includes('profile')
      ? {
          name: nameOf(person),
          given_name: givenName,
          family_name: familyName,
          picture: `https://media.licdn-ei.com/dms/image/sandbox-${person.id}`,
          locale: { country: 'US', language: 'en' },
        }
      : {}),
    // "email and email_verified are optional fields".
    ...(scopes.includes('email') && email !== null ? { email, email_verified: isEmailVerified } : {}),
  };
}

export const linkedin: Provider = {
  id: 'linkedin',
  name: 'LinkedIn',
  documentation: [
    'https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow',
    'https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    'https://www.linkedin.com/oauth/.well-known/openid-configuration',
  ],
  subjectOf: ({ id }) => hexOf(`linkedin ${id}`, 10),
  authorize: {
    paths: ['www.linkedin.com/oauth/v2/authorization'],
    scopes: ['openid', 'profile', 'email'],
    neededScopes: ['openid'],
    scopeSeparator: / /,
    pkce: 'ignored',
    challengeMethods: [],
    needsState: false,
    tells: 'by-redirect',
    denied: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization',
    },
  },
  token: {
    paths: ['www.linkedin.com/oauth/v2/accessToken'],
    clientIn: ['body'],
    codeLifeS: 1_800,
    tokenLifeS: 5_184_000,
    codePrefix: 'AQ',
    tokenPrefix: 'AQU',
    // The web server flow has no challenge, so a verifier never matches.
    refusesVerifier: true,
    faults: {
      ...commonFaults,
      client: refusal(401, 'invalid_client', 'Client authentication failed'),
      'grant-type': refusal(400, 'unsupported_grant_type', 'grant_type is not supported'),
      code: badCode,
      redirect: badCode,
      verifier: badCode,
    },
    reply: ({ accessToken, account, idToken }) => ({
      access_token: accessToken,
      expires_in: 5_184_000,
      scope: account.scopes.join(','),
      token_type: 'Bearer',
      id_token: idToken,
    }),
  },
  data: [
    {
      paths: ['api.linkedin.com/v2/userinfo'],
      tokenIn: ['bearer'],
      scopes: ['openid', 'profile'],
      unauthorized: apiError(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token'),
      forbidden: apiError(403, 'ACCESS_DENIED', 'Not enough permissions to access: userinfo.GET.NO_VERSION'),
      answer: ({ account }) => ({ status: 200, body: { sub: account.subject, ...claimsOf(account) } }),
    },
  ],
  openId: {
    issuer: 'https://www.linkedin.com/oauth',
    discoveryPath: 'www.linkedin.com/oauth/.well-known/openid-configuration',
    keysPath: 'www.linkedin.com/oauth/openid/jwks',
    // LinkedIn's `claims_supported` does not list `nonce`.
    hasNonce: false,
    claims: claimsOf,
    discovery: {
      issuer: 'https://www.linkedin.com/oauth',
      authorization_endpoint: 'https://www.linkedin.com/oauth/v2/authorization',
      token_endpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
      userinfo_endpoint: 'https://api.linkedin.com/v2/userinfo',
      jwks_uri: 'https://www.linkedin.com/oauth/openid/jwks',
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'profile', 'email'],
      claims_supported: [
        'iss',
        'aud',
        'iat',
        'exp',
        'sub',
        'name',
        'given_name',
        'family_name',
        'picture',
        'email',
        'email_verified',
        'locale',
      ],
    },
  },
  rateLimited: {
    at: 'token',
    answer: apiError(429, 'TOO_MANY_REQUESTS', 'Resource level throttle limit for calls is reached.'),
  },
};
