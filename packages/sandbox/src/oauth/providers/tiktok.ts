import { hexOf, nameOf, usernameOf } from '../people.ts';
import type { Account, EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const logId = '20261122000000000000000000000000';

/** Creates an error of the token endpoint. https://developers.tiktok.com/doc/oauth-error-handling */
const refusal = (error: string, error_description: string): EndpointResponse => ({
  status: 400,
  body: { error, error_description, log_id: logId },
});
/** Creates an error of the API. https://developers.tiktok.com/doc/tiktok-api-v2-error-handling */
const apiError = (status: number, code: string, message: string): EndpointResponse => ({
  status,
  body: { data: {}, error: { code, message, log_id: logId } },
});

/** User fields with the scope that each needs. */
const fields: Readonly<Record<string, { scope: string; of: (account: Account) => unknown }>> = {
  open_id: { scope: 'user.info.basic', of: ({ subject }) => subject },
  union_id: { scope: 'user.info.basic', of: ({ person }) => hexOf(`tiktok union ${person.id}`, 36) },
  avatar_url: {
    scope: 'user.info.basic',
    of: ({ subject }) => `https://p16-sign.tiktokcdn.com/${subject}.jpeg`,
  },
  display_name: { scope: 'user.info.basic', of: ({ person }) => nameOf(person) },
  username: { scope: 'user.info.profile', of: ({ person }) => usernameOf(person) },
};

export const tiktok: Provider = {
  id: 'tiktok',
  name: 'TikTok',
  documentation: [
    'https://developers.tiktok.com/doc/login-kit-web',
    'https://developers.tiktok.com/doc/oauth-user-access-token-management',
    'https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info',
  ],
  subjectOf: ({ id }) => `-000${hexOf(`tiktok ${id}`, 32)}`,
  authorize: {
    paths: ['www.tiktok.com/v2/auth/authorize/'],
    clientParameter: 'client_key',
    scopes: ['user.info.basic', 'user.info.profile'],
    neededScopes: ['user.info.basic'],
    // "A comma-separated string of authorization scopes".
    scopeSeparator: /,/,
    // code_verifier: "Required for mobile and desktop app only".
    pkce: 'ignored',
    challengeMethods: [],
    needsState: true,
    tells: 'by-redirect',
    denied: { error: 'access_denied', error_description: 'User denied', error_type: 'access_denied' },
    granted: ({ scopes }) => ({ scopes: scopes.join(',') }),
  },
  token: {
    paths: ['open.tiktokapis.com/v2/oauth/token/'],
    clientIn: ['body'],
    codeLifeS: 600,
    tokenLifeS: 86_400,
    codePrefix: '',
    tokenPrefix: 'act.',
    faults: {
      ...commonFaults,
      'content-type': refusal('invalid_request', 'Only `application/x-www-form-urlencoded` is supported'),
      client: refusal('invalid_client', 'Client key or secret is incorrect.'),
      'grant-type': refusal('unsupported_grant_type', 'The grant type is not supported.'),
      parameter: refusal('invalid_request', 'The request parameters are malformed.'),
      code: refusal('invalid_grant', 'Authorization code is expired.'),
      redirect: refusal('invalid_grant', 'Redirect_uri is not matched with the uri when requesting code.'),
      verifier: refusal('invalid_request', 'Code verifier or code challenge is invalid.'),
    },
    reply: ({ accessToken, account }) => ({
      access_token: accessToken,
      expires_in: 86_400,
      open_id: account.subject,
      refresh_expires_in: 31_536_000,
      refresh_token: `rft.${accessToken}`,
      scope: account.scopes.join(','),
      token_type: 'Bearer',
    }),
  },
  data: [
    {
      paths: ['open.tiktokapis.com/v2/user/info/'],
      tokenIn: ['bearer'],
      scopes: [],
      unauthorized: apiError(401, 'access_token_invalid', 'The access token is invalid or not found.'),
      forbidden: apiError(401, 'scope_not_authorized', 'The user did not authorize the scope.'),
      answer: ({ account, query }) => {
        const asked = query.get('fields')?.split(',') ?? [];
        if (asked.length === 0 || asked.some((name) => !(name in fields)))
          return apiError(400, 'invalid_params', 'One or more fields in request is invalid.');
        const isAllowed = asked.every((name) => account.scopes.includes(fields[name]?.scope ?? ''));
        if (!isAllowed) return apiError(401, 'scope_not_authorized', 'The user did not authorize the scope.');
        const user = Object.fromEntries(asked.map((name) => [name, fields[name]?.of(account)]));
        return {
          status: 200,
          body: { data: { user }, error: { code: 'ok', message: '', log_id: logId } },
        };
      },
    },
  ],
  rateLimited: {
    at: 'data',
    answer: apiError(429, 'rate_limit_exceeded', 'The API rate limit was exceeded.'),
  },
};
