import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { callback, createFlow, refuses, signIn } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.instagram;
const start = () =>
  createFlow({
    authorize: 'www.instagram.com/oauth/authorize',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'instagram_business_basic',
      state: 'a-state',
    },
    token: 'api.instagram.com/oauth/access_token',
    form: { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: callback },
  });
const me = 'graph.instagram.com/v23.0/me';

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: 'https://localhost/' }, 'page: redirect_uri_mismatch'],
    ['a request without scopes', { scope: null }, 'page: invalid_scope'],
    ['the scope of the earlier API', { scope: 'user_profile' }, 'page: invalid_scope'],
    ['another response type', { response_type: 'token' }, 'page: unsupported_response_type'],
  ],
  token: [
    ['a JSON body', {}, 400, 'Invalid request', { 'content-type': 'application/json' }],
    ['a wrong client secret', { client_secret: 'wrong' }, 400, 'Error validating client secret.'],
    ['another grant type', { grant_type: 'password' }, 400, 'Invalid grant type'],
    [
      'another redirect address',
      { redirect_uri: `${callback}/` },
      400,
      'Error validating verification code. redirect_uri is not the one of the request',
    ],
  ],
  codeLifeS: 3_600,
  badCode: [400, 'Matching code was not found or was already used'],
});

it('Instagram appends #_ to the redirect URL, which is not part of the code', async () => {
  const { url, code } = await start().consent();
  expect(url.endsWith('&state=a-state#_')).toBe(true);
  expect(code).not.toContain('#');
});

it('Instagram returns a token in a list with one element', async () => {
  const flow = start();
  const { code } = await flow.consent();
  const { body } = await flow.redeem(code);
  expect(body.data).toEqual([
    {
      access_token: expect.stringMatching(/^IGAA/),
      user_id: expect.stringMatching(/^\d{17}$/),
      permissions: 'instagram_business_basic',
    },
  ]);
});

it('Instagram returns the requested fields, for a token in the URL or in the header', async () => {
  const flow = start();
  const token = await signIn(flow);
  const byQuery = await flow.get(`${me}?fields=user_id,username&access_token=${token}`);
  expect(byQuery.body).toEqual({ data: [{ user_id: expect.any(String), username: 'ada_sandbox' }] });
  const authorization = `Bearer ${token}`;
  const byHeader = await flow.get('graph.instagram.com/me?fields=user_id,username', { authorization });
  expect(byHeader.body).toEqual(byQuery.body);
  expect(Object.keys((await flow.get(me, { authorization })).body.data[0])).toEqual(['id']);
  expect((await flow.get(`${me}?fields=email`, { authorization })).body.error.code).toBe(100);
  expect((await flow.get(`${me}?access_token=x`)).body.error.code).toBe(190);
});

it('Instagram reports a suspended account and too many requests with codes', async () => {
  const flow = start();
  const codeOf = async (answer: 'suspended' | 'rate-limit') => {
    const authorization = `Bearer ${await signIn(flow, [answer])}`;
    return (await flow.get(me, { authorization })).body.error;
  };
  expect(await codeOf('suspended')).toMatchObject({ code: 190, error_subcode: 459 });
  expect(await codeOf('rate-limit')).toMatchObject({ code: 4 });
});

it('Instagram redirects back with a denial and its reason', async () => {
  expect(Object.fromEntries((await start().consent('deny')).back)).toMatchObject({
    error: 'access_denied',
    error_reason: 'user_denied',
  });
});
