import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { basicOf, callback, challenge, createFlow, refuses, signIn, verifier } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.twitter;
const start = () =>
  createFlow({
    authorize: 'x.com/i/oauth2/authorize',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'tweet.read users.read',
      state: 'a-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
    token: 'api.x.com/2/oauth2/token',
    form: { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier },
    headers: { authorization: basicOf(client_id, client_secret) },
  });

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}?x` }, 'page: redirect_uri_mismatch'],
    ['a request without a code challenge', { code_challenge: null }, 'page: invalid_request'],
    ['another code challenge method', { code_challenge_method: 'S512' }, 'page: invalid_request'],
    ['a request without a state', { state: null }, 'page: invalid_request'],
    ['a request without scopes', { scope: null }, 'page: invalid_scope'],
    ['an unknown scope', { scope: 'users.read dm.write' }, 'page: invalid_scope'],
    ['the response type "token"', { response_type: 'token' }, 'page: unsupported_response_type'],
  ],
  token: [
    [
      'credentials in the body',
      { client_id, client_secret },
      401,
      'unauthorized_client',
      { authorization: null },
    ],
    ['a wrong client secret', {}, 401, 'unauthorized_client', { authorization: basicOf(client_id, 'wrong') }],
    ['credentials in the header and in the body', { client_secret }, 401, 'unauthorized_client'],
    ['another code verifier', { code_verifier: verifier.toUpperCase() }, 400, 'invalid_request'],
    ['no code verifier', { code_verifier: null }, 400, 'invalid_request'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 400, 'invalid_request'],
    ['no redirect address', { redirect_uri: null }, 400, 'invalid_request'],
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
  ],
  codeLifeS: 30,
  badCode: [400, 'invalid_request'],
});

it('Twitter returns the requested fields', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow)}`;
  const { body } = await flow.get('api.x.com/2/users/me', { authorization });
  expect(body).toEqual({
    data: { id: expect.stringMatching(/^\d{19}$/), name: 'Ada Lovelace', username: 'ada_sandbox' },
  });
  const more = await flow.get('api.x.com/2/users/me?user.fields=profile_image_url', { authorization });
  expect(more.body.data.profile_image_url).toMatch(/^https:/);
});

it('Twitter returns an email address to a token with its scope, but only if the address is verified', async () => {
  const flow = start();
  const scope = 'tweet.read users.read users.email';
  const path = 'api.x.com/2/users/me?user.fields=confirmed_email';
  const tell = async (person: string) => {
    const authorization = `Bearer ${await signIn(flow, ['allow', person, { scope }])}`;
    return (await flow.get(path, { authorization })).body.data.confirmed_email;
  };
  expect(await tell('ada')).toBe('ada@people.example');
  expect(await tell('alan')).toBeUndefined();
});

it('Twitter returns nothing without the scope tweet.read, or without a token', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow, ['allow', 'ada', { scope: 'users.read' }])}`;
  expect((await flow.get('api.x.com/2/users/me', { authorization })).status).toBe(403);
  expect((await flow.get('api.x.com/2/users/me')).status).toBe(401);
});

it('Twitter reports a suspended account and too many requests', async () => {
  const flow = start();
  const suspended = `Bearer ${await signIn(flow, ['suspended'])}`;
  const told = await flow.get('api.x.com/2/users/me', { authorization: suspended });
  expect(told.status).toBe(403);
  expect(told.body.detail).toEqual(expect.stringContaining('suspended'));
  const limited = `Bearer ${await signIn(flow, ['rate-limit'])}`;
  expect((await flow.get('api.x.com/2/users/me', { authorization: limited })).status).toBe(429);
});

it('Twitter redirects back with a denial', async () => {
  expect(Object.fromEntries((await start().consent('deny')).back)).toEqual({
    error: 'access_denied',
    state: 'a-state',
  });
});
