import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { basicOf, callback, challenge, createFlow, refuses, signIn, verifier } from '../flow.testkit.ts';

const { client_id, client_secret } = sandboxOAuthClients.discord;
const start = () =>
  createFlow({
    authorize: 'discord.com/oauth2/authorize',
    query: {
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'identify email',
      state: 'a-state',
    },
    token: 'discord.com/api/oauth2/token',
    form: { client_id, client_secret, grant_type: 'authorization_code', redirect_uri: callback },
  });
const me = 'discord.com/api/users/@me';
const agent = { 'user-agent': 'DiscordBot (https://latchkey.example, 1)' };

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: 'http://localhost:4000/' }, 'page: redirect_uri_mismatch'],
    ['a request without scopes', { scope: null }, 'back: invalid_scope'],
    ['an unknown scope', { scope: 'identify everything' }, 'back: invalid_scope'],
    ['an unknown prompt', { prompt: 'login' }, 'back: invalid_request'],
    ['another response type', { response_type: 'id_token' }, 'back: unsupported_response_type'],
  ],
  token: [
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
    ['a wrong client secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['another client', { client_id: 'another' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'code' }, 400, 'unsupported_grant_type'],
    ['another redirect address', { redirect_uri: `${callback}#` }, 400, 'invalid_grant'],
  ],
  codeLifeS: 600,
  badCode: [400, 'invalid_grant'],
});

it('Discord accepts Basic authentication, and requires a verifier after a challenge', async () => {
  const flow = start();
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const { code } = await flow.consent('allow', 'ada', pkce);
  const authorization = basicOf(client_id, client_secret);
  const plain = { client_id: null, client_secret: null };
  expect((await flow.redeem(code, plain, { authorization })).body.error).toBe('invalid_grant');
  const again = await flow.consent('allow', 'ada', pkce);
  const reply = await flow.redeem(again.code, { ...plain, code_verifier: verifier }, { authorization });
  expect(reply.body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' });
});

it('Discord returns the user, with an email address if the scope allows it, to clients that send a User-Agent', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow)}`;
  expect((await flow.get(me, { authorization })).status).toBe(403);
  expect((await flow.get(me, { authorization, ...agent })).body).toMatchObject({
    username: 'ada_sandbox',
    global_name: 'Ada Lovelace',
    email: 'ada@people.example',
    verified: true,
  });
  const less = `Bearer ${await signIn(flow, ['allow', 'ada', { scope: 'identify' }])}`;
  expect((await flow.get(me, { authorization: less, ...agent })).body).not.toHaveProperty('email');
  const none = `Bearer ${await signIn(flow, ['allow', 'ada', { scope: 'email' }])}`;
  expect((await flow.get(me, { authorization: none, ...agent })).status).toBe(401);
  const unverified = `Bearer ${await signIn(flow, ['allow', 'alan'])}`;
  expect((await flow.get(me, { authorization: unverified, ...agent })).body.verified).toBe(false);
});

it('Discord returns the seconds to wait if there are too many requests', async () => {
  const flow = start();
  const authorization = `Bearer ${await signIn(flow, ['rate-limit'])}`;
  const reply = await flow.get(me, { authorization, ...agent });
  expect(reply.status).toBe(429);
  expect(reply.headers.get('retry-after')).toBe('65');
});
