import { digitsOf, hexOf, nameOf, usernameOf } from '../people.ts';
import type { EndpointResponse, Provider } from '../provider.ts';
import { commonFaults } from './faults.ts';

const refusal = (status: number, error: string, error_description?: string): EndpointResponse => ({
  status,
  body: { error, ...(error_description === undefined ? {} : { error_description }) },
});
const unauthorized: EndpointResponse = { status: 401, body: { message: '401: Unauthorized', code: 0 } };

export const discord: Provider = {
  id: 'discord',
  name: 'Discord',
  documentation: [
    'https://discord.com/developers/docs/topics/oauth2',
    'https://discord.com/developers/docs/resources/user#get-current-user',
    'https://discord.com/developers/docs/reference#user-agent',
  ],
  subjectOf: ({ id }) => digitsOf(`discord ${id}`, 18),
  authorize: {
    paths: ['discord.com/oauth2/authorize', 'discord.com/api/oauth2/authorize'],
    scopes: ['identify', 'email'],
    neededScopes: [],
    scopeSeparator: / /,
    // Discord's documentation does not describe PKCE, but its SDK for games uses it. So a challenge is verified if
    // there is one.
    pkce: 'optional',
    challengeMethods: ['S256'],
    needsState: false,
    tells: 'by-redirect',
    check: (query, scopes) => {
      if (scopes.length === 0) return 'invalid_scope';
      return [null, 'consent', 'none'].includes(query.get('prompt')) ? null : 'invalid_request';
    },
    denied: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
    },
  },
  token: {
    paths: ['discord.com/api/oauth2/token', 'discord.com/api/v10/oauth2/token'],
    clientIn: ['body', 'basic'],
    codeLifeS: 600,
    tokenLifeS: 604_800,
    codePrefix: '',
    tokenPrefix: '',
    faults: {
      ...commonFaults,
      client: refusal(401, 'invalid_client'),
      'grant-type': refusal(400, 'unsupported_grant_type', 'Invalid grant type.'),
      code: refusal(400, 'invalid_grant', 'Invalid "code" in request.'),
      redirect: refusal(400, 'invalid_grant', 'Invalid "redirect_uri" in request.'),
      verifier: refusal(400, 'invalid_grant', 'Invalid "code_verifier" in request.'),
    },
    reply: ({ accessToken, account }) => ({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: `r-${accessToken}`,
      scope: account.scopes.join(' '),
    }),
  },
  data: [
    {
      paths: ['discord.com/api/users/@me', 'discord.com/api/v10/users/@me'],
      tokenIn: ['bearer'],
      scopes: ['identify'],
      unauthorized,
      forbidden: unauthorized,
      check: ({ header }) =>
        header('user-agent') ? null : { status: 403, body: { message: 'A User-Agent is required' } },
      answer: ({ account: { person, scopes, subject } }) => ({
        status: 200,
        body: {
          id: subject,
          username: usernameOf(person),
          discriminator: '0',
          global_name: nameOf(person),
          avatar: hexOf(`discord ${person.id}`, 32),
          public_flags: 0,
          flags: 0,
          locale: 'en-US',
          mfa_enabled: false,
          premium_type: 0,
          ...(scopes.includes('email') ? { email: person.email, verified: person.isEmailVerified } : {}),
        },
      }),
    },
  ],
  rateLimited: {
    at: 'data',
    answer: {
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      headers: { 'retry-after': '65' },
    },
  },
};
