import { createPublicKey } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { sandboxOAuthClients } from '../clients.ts';
import { hexOf } from '../people.ts';
import type { EndpointResponse, Provider } from '../provider.ts';

const {
  client_id: clientId,
  client_secret: privateKey,
  key_id: keyId,
  team_id: teamId,
} = sandboxOAuthClients.apple;
const publicKey = createPublicKey(privateKey);
/** Apple's limit for the time from now until a client secret expires: six months. */
const longestSecretS = 15_777_000;

const refusal = (error: string): EndpointResponse => ({ status: 400, body: { error } });

/**
 * Checks a client secret, a signed JWT.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
async function isSecret(secret: string, now: number): Promise<boolean> {
  try {
    if (decodeProtectedHeader(secret).kid !== keyId) return false;
    const { payload } = await jwtVerify(secret, publicKey, {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: clientId,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(now),
    });
    return (payload.exp ?? Number.POSITIVE_INFINITY) <= now / 1000 + longestSecretS;
  } catch {
    return false;
  }
}

export const apple: Provider = {
  id: 'apple',
  name: 'Apple',
  documentation: [
    'https://developer.apple.com/documentation/signinwithapple/request-an-authorization-to-the-sign-in-with-apple-server.',
    'https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens',
    'https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple',
    'https://appleid.apple.com/.well-known/openid-configuration',
  ],
  subjectOf: ({ id }) => `000792.${hexOf(`apple ${id}`, 32)}.0638`,
  authorize: {
    paths: ['appleid.apple.com/auth/authorize'],
    scopes: ['name', 'email', 'openid'],
    neededScopes: [],
    scopeSeparator: / /,
    pkce: 'ignored',
    challengeMethods: [],
    needsState: false,
    tells: 'on-a-page',
    check: (query, scopes) => {
      const mode = query.get('response_mode');
      if (![null, 'query', 'fragment', 'form_post'].includes(mode)) return 'invalid_request';
      // "response_mode must be form_post when name or email scope is requested."
      const requestsData = scopes.includes('name') || scopes.includes('email');
      return requestsData && mode !== 'form_post' ? 'invalid_request' : null;
    },
    denied: { error: 'user_cancelled_authorize' },
    // Apple returns the name only here, and only at the first consent.
    granted: ({ scopes }, { person, isFirst }): Record<string, string> => {
      if (!isFirst || !(scopes.includes('name') || scopes.includes('email'))) return {};
      const { email, givenName, familyName } = person;
      const user = {
        ...(scopes.includes('name') ? { name: { firstName: givenName, lastName: familyName } } : {}),
        ...(scopes.includes('email') && email !== null ? { email } : {}),
      };
      return { user: JSON.stringify(user) };
    },
  },
  token: {
    paths: ['appleid.apple.com/auth/token'],
    clientIn: ['body'],
    codeLifeS: 300,
    tokenLifeS: 3_600,
    codePrefix: 'c',
    tokenPrefix: 'a',
    isSecret,
    faults: {
      'content-type': refusal('invalid_request'),
      client: refusal('invalid_client'),
      'grant-type': refusal('unsupported_grant_type'),
      parameter: refusal('invalid_request'),
      code: refusal('invalid_grant'),
      redirect: refusal('invalid_grant'),
      verifier: refusal('invalid_grant'),
    },
    reply: ({ accessToken, idToken }) => ({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: `r${accessToken}`,
      id_token: idToken,
    }),
  },
  data: [],
  openId: {
    issuer: 'https://appleid.apple.com',
    discoveryPath: 'appleid.apple.com/.well-known/openid-configuration',
    keysPath: 'appleid.apple.com/auth/keys',
    hasNonce: true,
    claims: ({ person: { email, isEmailVerified }, scopes }) => ({
      nonce_supported: true,
      // "The value may be a string or Boolean."
      ...(scopes.includes('email') && email !== null
        ? { email, email_verified: String(isEmailVerified) }
        : {}),
    }),
    discovery: {
      issuer: 'https://appleid.apple.com',
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      token_endpoint: 'https://appleid.apple.com/auth/token',
      revocation_endpoint: 'https://appleid.apple.com/auth/revoke',
      jwks_uri: 'https://appleid.apple.com/auth/keys',
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  },
  rateLimited: { at: 'token', answer: { status: 429, body: { error: 'too_many_requests' } } },
};
