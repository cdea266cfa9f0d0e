import { digitsOf, nameOf, usernameOf } from '../people.ts';
import type { DataRules, EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

/**
 * Creates an error of the token endpoint. GitHub returns these with status 200.
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
const refusal = (error: string, error_description: string): EndpointResponse => ({
  status: 200,
  body: { error, error_description, error_uri: `https://docs.github.com/errors#${error}` },
});
const message = (status: number, text: string, headers = {}): EndpointResponse => ({
  status,
  body: { message: text, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  headers,
});

/**
 * Rules of every REST API endpoint.
 * https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#headers
 */
const restApi: Pick<DataRules, 'tokenIn' | 'unauthorized' | 'forbidden' | 'check'> = {
  tokenIn: ['bearer'],
  unauthorized: message(401, 'Requires authentication'),
  // GitHub hides resources that a token may not read.
  forbidden: message(404, 'Not Found'),
  check: ({ header }) => {
    if (!header('user-agent')) return message(403, 'Request forbidden by administrative rules.');
    const version = header('x-github-api-version');
    const isKnown = version === undefined || ['2022-11-28', '2026-03-10'].includes(version);
    return isKnown ? null : message(400, `Unsupported 'X-GitHub-Api-Version' header: ${version}`);
  },
};

export const github: Provider = {
  id: 'github',
  name: 'GitHub',
  documentation: [
    'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    'https://docs.github.com/en/rest/users/users#get-the-authenticated-user',
    'https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user',
    'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api',
  ],
  subjectOf: ({ id }) => digitsOf(`github ${id}`, 8),
  authorize: {
    paths: ['github.com/login/oauth/authorize'],
    scopes: ['read:user', 'user:email'],
    neededScopes: [],
    scopeSeparator: /[ ,]/,
    dropsUnknownScopes: true,
    pkce: 'optional',
    challengeMethods: ['S256'],
    needsState: false,
    tells: 'by-redirect',
    denied: {
      error: 'access_denied',
      error_description: 'The user has denied your application access.',
      error_uri: 'https://docs.github.com/errors#access-denied',
    },
  },
  token: {
    paths: ['github.com/login/oauth/access_token'],
    clientIn: ['body'],
    codeLifeS: 600,
    tokenLifeS: 31_536_000,
    codePrefix: '',
    tokenPrefix: 'gho_',
    faults: {
      ...commonFaults,
      client: refusal(
        'incorrect_client_credentials',
        'The client_id and/or client_secret passed are incorrect.',
      ),
      'grant-type': refusal('unsupported_grant_type', 'The grant type is not supported.'),
      code: refusal('bad_verification_code', 'The code passed is incorrect or expired.'),
      redirect: refusal(
        'redirect_uri_mismatch',
        'The redirect_uri MUST match the registered callback URL for this application.',
      ),
      verifier: refusal('bad_verification_code', 'The code passed is incorrect or expired.'),
    },
    reply: ({ accessToken, account, accept }) => {
      const body = { access_token: accessToken, scope: account.scopes.join(','), token_type: 'bearer' };
      // "By default, the response takes the form" of a form body.
      return accept.includes('application/json') ? body : new URLSearchParams(body);
    },
  },
  data: [
    {
      ...restApi,
      paths: ['api.github.com/user'],
      scopes: [],
      answer: ({ account: { person, subject } }) => ({
        status: 200,
        body: {
          login: usernameOf(person),
          id: Number(subject),
          node_id: `U_${subject}`,
          avatar_url: `https://avatars.githubusercontent.com/u/${subject}?v=4`,
          type: 'User',
          name: nameOf(person),
          // The public address, which a user may leave empty.
          email: null,
        },
      }),
    },
    {
      ...restApi,
      paths: ['api.github.com/user/emails'],
      scopes: ['user:email'],
      answer: ({ account: { person } }) => {
        const { email, isEmailVerified } = person;
        const own = { email, primary: true, verified: isEmailVerified, visibility: 'private' };
        const hidden = `${usernameOf(person)}@users.noreply.example`;
        const more = { email: hidden, primary: false, verified: true, visibility: null };
        return { status: 200, body: email === null ? [] : [more, own] };
      },
    },
  ],
  suspended: { at: 'data', answer: message(403, 'Sorry. Your account was suspended.') },
  rateLimited: {
    at: 'data',
    answer: message(403, 'API rate limit exceeded', {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'retry-after': '60',
    }),
  },
};
