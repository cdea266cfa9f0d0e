import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { callback, challenge, createFlow, refuses, signIn, verifier } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.github;
const start = () =>
  createFlow({
    authorize: 'github.com/login/oauth/authorize',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'read:user user:email',
      state: 'a-state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
    token: 'github.com/login/oauth/access_token',
    form: {
      client_id,
      client_secret,
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code_verifier: verifier,
    },
    headers: { accept: 'application/json' },
  });
const agent = { 'user-agent': 'Latchkey' };

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}/more` }, 'page: redirect_uri_mismatch'],
    ['a code challenge without a method', { code_challenge_method: null }, 'back: invalid_request'],
    ['a plain code challenge', { code_challenge_method: 'plain' }, 'back: invalid_request'],
  ],
  token: [
    ['a wrong client secret', { client_secret: 'wrong' }, 200, 'incorrect_client_credentials'],
    ['another client', { client_id: 'another' }, 200, 'incorrect_client_credentials'],
    ['another redirect address', { redirect_uri: `${callback}/more` }, 200, 'redirect_uri_mismatch'],
    ['another code verifier', { code_verifier: 'x'.repeat(43) }, 200, 'bad_verification_code'],
    ['no code verifier', { code_verifier: null }, 200, 'bad_verification_code'],
  ],
  codeLifeS: 600,
  badCode: [200, 'bad_verification_code'],
});

it("GitHub's token response is form-encoded for clients that do not ask for JSON", async () => {
  const flow = start();
  const { code } = await flow.consent();
  const { body } = await flow.redeem(code, {}, { accept: '*/*' });
  expect(body).toMatch(/^access_token=gho_[\w-]+&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer$/);
});

it('GitHub ignores unknown scopes', async () => {
  const flow = start();
  const { code } = await flow.consent('allow', 'ada', { scope: 'user:email everything' });
  expect((await flow.redeem(code)).body.scope).toBe('user:email');
});

it('GitHub returns the user without an email address, and all addresses if the scope allows it', async () => {
  const flow = start();
  const headers = { authorization: `Bearer ${await signIn(flow)}`, ...agent };
  const { body } = await flow.get('api.github.com/user', headers);
  expect(body).toMatchObject({
    id: expect.any(Number),
    login: 'ada_sandbox',
    name: 'Ada Lovelace',
    email: null,
  });
  const emails = await flow.get('api.github.com/user/emails', headers);
  expect(emails.body).toContainEqual({
    email: 'ada@people.example',
    primary: true,
    verified: true,
    visibility: 'private',
  });
  const less = {
    authorization: `Bearer ${await signIn(flow, ['allow', 'ada', { scope: 'read:user' }])}`,
    ...agent,
  };
  expect((await flow.get('api.github.com/user/emails', less)).status).toBe(404);
});

it('GitHub refuses a request without a User-Agent, without a token, or with an unknown version', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow)}`;
  expect((await flow.get('api.github.com/user', { authorization })).status).toBe(403);
  expect((await flow.get('api.github.com/user', agent)).status).toBe(401);
  const old = { authorization, ...agent, 'x-github-api-version': '1999-01-01' };
  expect((await flow.get('api.github.com/user', old)).status).toBe(400);
});

it('GitHub reports a suspended account, and too many requests in its headers', async () => {
  const flow = start();
  const suspended = { authorization: `Bearer ${await signIn(flow, ['suspended'])}`, ...agent };
  expect((await flow.get('api.github.com/user', suspended)).body.message).toMatch(/suspended/);
  const limited = { authorization: `Bearer ${await signIn(flow, ['rate-limit'])}`, ...agent };
  const reply = await flow.get('api.github.com/user', limited);
  expect(reply.status).toBe(403);
  expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
});
