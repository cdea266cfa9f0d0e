import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { basicOf, callback, createFlow, refuses, signIn } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.spotify;
const start = () =>
  createFlow({
    authorize: 'accounts.spotify.com/authorize',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'user-read-email',
      state: 'a-state',
    },
    token: 'accounts.spotify.com/api/token',
    form: { grant_type: 'authorization_code', redirect_uri: callback },
    headers: { authorization: basicOf(client_id, client_secret) },
  });
const me = 'api.spotify.com/v1/me';

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 'page: redirect_uri_mismatch'],
    ['an unknown scope', { scope: 'user-read-everything' }, 'back: invalid_scope'],
    ['another response type', { response_type: 'token' }, 'back: unsupported_response_type'],
    ['a plain code challenge', { code_challenge: 'x'.repeat(43) }, 'back: invalid_request'],
  ],
  token: [
    ['credentials in the body', { client_id, client_secret }, 400, 'invalid_client', { authorization: null }],
    ['a wrong client secret', {}, 400, 'invalid_client', { authorization: basicOf(client_id, 'wrong') }],
    ['another grant type', { grant_type: null }, 400, 'unsupported_grant_type'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
  ],
  codeLifeS: 600,
  badCode: [400, 'invalid_grant'],
});

it('Spotify returns the user, with an email address if the scope allows it', async () => {
  const flow = start();
  const tell = async (person: string, scope: string) => {
    const token = await signIn(flow, ['allow', person, { scope }]);
    return (await flow.get(me, { authorization: `Bearer ${token}` })).body;
  };
  expect(await tell('ada', 'user-read-email')).toMatchObject({
    display_name: 'Ada Lovelace',
    id: expect.stringMatching(/^[0-9a-f]{25}$/),
    email: 'ada@people.example',
  });
  expect(await tell('hedy', 'user-read-email')).not.toHaveProperty('email');
  expect(await tell('ada', '')).not.toHaveProperty('email');
});

it('Spotify uses its own error format for a missing token and too many requests', async () => {
  const flow = start();
  const refused = await flow.get(me, { authorization: 'Bearer x' });
  expect(refused.body).toEqual({ error: { status: 401, message: 'Invalid access token' } });
  const limited = await flow.get(me, { authorization: `Bearer ${await signIn(flow, ['rate-limit'])}` });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('30');
});
