import { digitsOf, nameOf, usernameOf } from '../people.ts';
import type { Account, EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const refusal = (status: number, error: string, error_description: string): EndpointResponse => ({
  status,
  body: { error, error_description },
});
/** Creates an error of the API. https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
const problem = (status: number, title: string, detail: string, headers = {}): EndpointResponse => ({
  status,
  body: { title, type: 'about:blank', status, detail },
  headers,
});

/** Returns the fields that X returns only on request. https://docs.x.com/x-api/fundamentals/data-dictionary#user */
function askedFields({ person, subject, scopes }: Account, fields: readonly string[]) {
  const all: Record<string, unknown> = {
    profile_image_url: `https://pbs.twimg.com/profile_images/${subject}/sandbox_normal.jpg`,
    verified: false,
    ...(scopes.includes('users.email') && person.isEmailVerified ? { confirmed_email: person.email } : {}),
  };
  return Object.fromEntries(fields.flatMap((field) => (field in all ? [[field, all[field]]] : [])));
}

export const twitter: Provider = {
  id: 'twitter',
  name: 'X',
  documentation: [
    'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
    'https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token',
    'https://docs.x.com/x-api/users/get-my-user',
  ],
  subjectOf: ({ id }) => digitsOf(`twitter ${id}`, 19),
  authorize: {
    // Clients on phones use twitter.com, so that the X app does not open in place of the page.
    paths: ['x.com/i/oauth2/authorize', 'twitter.com/i/oauth2/authorize'],
    scopes: ['tweet.read', 'users.read', 'users.email', 'offline.access'],
    neededScopes: [],
    scopeSeparator: / /,
    pkce: 'required',
    challengeMethods: ['S256', 'plain'],
    needsState: true,
    tells: 'on-a-page',
    check: (_query, scopes) => (scopes.length === 0 ? 'invalid_scope' : null),
    denied: { error: 'access_denied' },
  },
  token: {
    paths: ['api.x.com/2/oauth2/token', 'api.twitter.com/2/oauth2/token'],
    // "If you are working with confidential clients, you will need to use a basic authentication scheme".
    clientIn: ['basic'],
    codeLifeS: 30,
    tokenLifeS: 7_200,
    codePrefix: '',
    tokenPrefix: '',
    faults: {
      ...commonFaults,
      client: refusal(401, 'unauthorized_client', 'Missing valid authorization header'),
      'grant-type': refusal(400, 'invalid_request', 'Unsupported grant type'),
      code: refusal(400, 'invalid_request', 'Value passed for the authorization code was invalid.'),
      redirect: refusal(400, 'invalid_request', 'Value passed for the redirect uri was invalid.'),
      verifier: refusal(400, 'invalid_request', 'Value passed for the code verifier was invalid.'),
    },
    reply: ({ accessToken, account }) => ({
      token_type: 'bearer',
      expires_in: 7_200,
      access_token: accessToken,
      scope: account.scopes.join(' '),
      ...(account.scopes.includes('offline.access') ? { refresh_token: `r-${accessToken}` } : {}),
    }),
  },
  data: [
    {
      paths: ['api.x.com/2/users/me', 'api.twitter.com/2/users/me'],
      tokenIn: ['bearer'],
      scopes: ['tweet.read', 'users.read'],
      unauthorized: problem(401, 'Unauthorized', 'Unauthorized'),
      forbidden: problem(403, 'Forbidden', 'Forbidden'),
      answer: ({ account, query }) => ({
        status: 200,
        body: {
          data: {
            id: account.subject,
            name: nameOf(account.person),
            username: usernameOf(account.person),
            ...askedFields(account, (query.get('user.fields') ?? '').split(',')),
          },
        },
      }),
    },
  ],
  // Code 64 of X's error codes.
  suspended: {
    at: 'data',
    answer: problem(
      403,
      'Forbidden',
      'Your account is suspended and is not permitted to access this feature.',
    ),
  },
  rateLimited: {
    at: 'data',
    answer: problem(429, 'Too Many Requests', 'Too Many Requests', { 'x-rate-limit-remaining': '0' }),
  },
};
