import { hexOf, nameOf } from '../people.ts';
import type { EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const refusal = (status: number, error: string, error_description: string): EndpointResponse => ({
  status,
  body: { error, error_description },
});
/**
 * Creates a regular error object.
 * https://developer.spotify.com/documentation/web-api/concepts/api-calls#regular-error-object
 */
const regular = (status: number, message: string, headers = {}): EndpointResponse => ({
  status,
  body: { error: { status, message } },
  headers,
});

export const spotify: Provider = {
  id: 'spotify',
  name: 'Spotify',
  documentation: [
    'https://developer.spotify.com/documentation/web-api/tutorials/code-flow',
    'https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile',
    'https://developer.spotify.com/documentation/web-api/concepts/rate-limits',
  ],
  subjectOf: ({ id }) => hexOf(`spotify ${id}`, 25),
  authorize: {
    paths: ['accounts.spotify.com/authorize'],
    scopes: ['user-read-email', 'user-read-private'],
    neededScopes: [],
    scopeSeparator: / /,
    pkce: 'optional',
    challengeMethods: ['S256'],
    needsState: false,
    tells: 'by-redirect',
    denied: { error: 'access_denied' },
  },
  token: {
    paths: ['accounts.spotify.com/api/token'],
    // Code flow: "Authorization: Required. Base 64 encoded string that contains the client ID and client secret key".
    clientIn: ['basic'],
    codeLifeS: 600,
    tokenLifeS: 3_600,
    codePrefix: 'AQ',
    tokenPrefix: 'BQ',
    faults: {
      ...commonFaults,
      client: refusal(400, 'invalid_client', 'Invalid client'),
      'grant-type': refusal(
        400,
        'unsupported_grant_type',
        'grant_type parameter is missing or not supported',
      ),
      code: refusal(400, 'invalid_grant', 'Invalid authorization code'),
      redirect: refusal(400, 'invalid_grant', 'Invalid redirect URI'),
      verifier: refusal(400, 'invalid_grant', 'code_verifier was incorrect'),
    },
    reply: ({ accessToken, account }) => ({
      access_token: accessToken,
      token_type: 'Bearer',
      scope: account.scopes.join(' '),
      expires_in: 3_600,
      refresh_token: `r-${accessToken}`,
    }),
  },
  data: [
    {
      paths: ['api.spotify.com/v1/me'],
      tokenIn: ['bearer'],
      scopes: [],
      unauthorized: regular(401, 'Invalid access token'),
      forbidden: regular(403, 'Insufficient client scope'),
      answer: ({ account: { person, scopes, subject } }) => ({
        status: 200,
        body: {
          display_name: nameOf(person),
          id: subject,
          type: 'user',
          uri: `spotify:user:${subject}`,
          href: `https://api.spotify.com/v1/users/${subject}`,
          images: [],
          followers: { href: null, total: 0 },
          // "This email address is unverified; there is no proof that it actually belongs to the user."
          ...(scopes.includes('user-read-email') && person.email !== null ? { email: person.email } : {}),
          ...(scopes.includes('user-read-private') ? { country: 'SE', product: 'free' } : {}),
        },
      }),
    },
  ],
  rateLimited: { at: 'data', answer: regular(429, 'API rate limit exceeded', { 'retry-after': '30' }) },
};
