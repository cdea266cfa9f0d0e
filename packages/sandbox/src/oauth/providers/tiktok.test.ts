import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { callback, createFlow, refuses, signIn } from '../flow.testkit.ts';

const { client_id: client_key, client_secret } = sandboxOAuthClients.tiktok;
const start = () =>
  createFlow({
    authorize: 'www.tiktok.com/v2/auth/authorize/',
    query: {
      client_key,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'user.info.basic,user.info.profile',
      state: 'a-state',
    },
    token: 'open.tiktokapis.com/v2/oauth/token/',
    form: { client_key, client_secret, grant_type: 'authorization_code', redirect_uri: callback },
  });
const info = 'open.tiktokapis.com/v2/user/info/';

refuses(start, {
  authorize: [
    ['client_id instead of client_key', { client_key: null, client_id: client_key }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}?id=1` }, 'page: redirect_uri_mismatch'],
    ['scopes separated by spaces', { scope: 'user.info.basic user.info.profile' }, 'back: invalid_scope'],
    ['an unknown scope', { scope: 'user.info.basic,video.all' }, 'back: invalid_scope'],
    ['a request without scopes', { scope: null }, 'back: invalid_scope'],
    ['a request without a state', { state: null }, 'back: invalid_request'],
  ],
  token: [
    ['client_id instead of client_key', { client_key: null, client_id: client_key }, 400, 'invalid_client'],
    ['a wrong client secret', { client_secret: 'wrong' }, 400, 'invalid_client'],
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
    ['another grant type', { grant_type: 'code' }, 400, 'unsupported_grant_type'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
  ],
  codeLifeS: 600,
  badCode: [400, 'invalid_grant'],
});

it('TikTok does not serve its authorization page without a trailing slash', async () => {
  const flow = createFlow({
    authorize: 'www.tiktok.com/v2/auth/authorize',
    query: {},
    token: '',
    form: {},
  });
  expect((await flow.request()).status).toBe(404);
});

it("TikTok redirects back with the granted scopes, and returns a token with the user's id", async () => {
  const flow = start();
  const { back, code } = await flow.consent();
  expect(back.get('scopes')).toBe('user.info.basic,user.info.profile');
  expect((await flow.redeem(code)).body).toMatchObject({
    open_id: expect.stringMatching(/^-000[0-9a-f]{32}$/),
    expires_in: 86_400,
    refresh_expires_in: 31_536_000,
    token_type: 'Bearer',
  });
});

it('TikTok returns the requested fields, if the scopes allow them', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow)}`;
  const { body } = await flow.get(`${info}?fields=open_id,display_name,username`, { authorization });
  expect(body).toMatchObject({
    data: { user: { display_name: 'Ada Lovelace', username: 'ada_sandbox' } },
    error: { code: 'ok' },
  });
  const errorOf = async (path: string, token = authorization) =>
    (await flow.get(path, { authorization: token })).body.error.code;
  expect(await errorOf(info)).toBe('invalid_params');
  expect(await errorOf(`${info}?fields=email`)).toBe('invalid_params');
  expect(await errorOf(`${info}?fields=open_id`, 'Bearer x')).toBe('access_token_invalid');
  const basic = `Bearer ${await signIn(flow, ['allow', 'ada', { scope: 'user.info.basic' }])}`;
  expect(await errorOf(`${info}?fields=username`, basic)).toBe('scope_not_authorized');
  const limited = `Bearer ${await signIn(flow, ['rate-limit'])}`;
  expect(await errorOf(`${info}?fields=open_id`, limited)).toBe('rate_limit_exceeded');
});
