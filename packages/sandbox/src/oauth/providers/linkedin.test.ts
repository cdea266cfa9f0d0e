import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { callback, challenge, createFlow, refuses, signIn, verifier } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.linkedin;
const start = () =>
  createFlow({
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'a-state',
      nonce: 'a-nonce',
    },
    token: 'www.linkedin.com/oauth/v2/accessToken',
    form: { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: callback },
  });
const userinfo = 'api.linkedin.com/v2/userinfo';

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}#x` }, 'page: redirect_uri_mismatch'],
    ['a request without the scope openid', { scope: 'profile' }, 'back: invalid_scope'],
    ['the scopes of the earlier API', { scope: 'openid r_liteprofile' }, 'back: invalid_scope'],
    ['another response type', { response_type: 'token' }, 'back: unsupported_response_type'],
  ],
  token: [
    ['a wrong client secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 401, 'invalid_request'],
    ['a code verifier', { code_verifier: verifier }, 401, 'invalid_request'],
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ],
  codeLifeS: 1_800,
  badCode: [401, 'invalid_request'],
});

it("LinkedIn signs the user's claims with its issuer, without a nonce", async () => {
  const flow = start();
  const { code } = await flow.consent('allow', 'ada', { code_challenge: challenge });
  const { body } = await flow.redeem(code);
  const keys = await flow.get('www.linkedin.com/oauth/openid/jwks');
  const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(keys.body), {
    issuer: 'https://www.linkedin.com/oauth',
    audience: client_id,
    currentDate: new Date(flow.now()),
  });
  expect(payload).toMatchObject({ email: 'ada@people.example', email_verified: true, name: 'Ada Lovelace' });
  expect(payload).not.toHaveProperty('nonce');
  const discovery = await flow.get('www.linkedin.com/oauth/.well-known/openid-configuration');
  expect(discovery.body.issuer).toBe('https://www.linkedin.com/oauth');
});

it('LinkedIn returns the user, with an email address if the scope allows it and there is one', async () => {
  const flow = start();
  const tell = async (person: string, scope: string) => {
    const token = await signIn(flow, ['allow', person, { scope }]);
    return flow.get(userinfo, { authorization: `Bearer ${token}` });
  };
  expect((await tell('ada', 'openid profile email')).body).toMatchObject({
    sub: expect.any(String),
    name: 'Ada Lovelace',
    email: 'ada@people.example',
  });
  expect((await tell('hedy', 'openid profile email')).body).not.toHaveProperty('email');
  expect((await tell('ada', 'openid profile')).body).not.toHaveProperty('email');
  expect((await tell('ada', 'openid')).status).toBe(403);
  expect((await flow.get(userinfo)).status).toBe(401);
});

it('LinkedIn uses its own error for a denial', async () => {
  expect((await start().consent('deny')).back.get('error')).toBe('user_cancelled_authorize');
});
