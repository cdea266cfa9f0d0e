import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { callback, createFlow, refuses } from '../flow.testkit.ts';

const client = sandboxOAuthClients.apple;
const nowS = Date.UTC(2026, 10, 22) / 1000;
const key = createPrivateKey(client.client_secret);

/** Signs a client secret, optionally with a flaw. */
const sign = (flaw: Record<string, unknown> = {}, kid = client.key_id, by: KeyObject = key) =>
  new SignJWT({
    iss: client.team_id,
    sub: client.client_id,
    aud: 'https://appleid.apple.com',
    iat: nowS,
    exp: nowS + 15_776_000,
    ...flaw,
  })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(by);
const secret = await sign();

const start = () =>
  createFlow({
    authorize: 'appleid.apple.com/auth/authorize',
    query: {
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      state: 'a-state',
      nonce: 'a-nonce',
    },
    token: 'appleid.apple.com/auth/token',
    form: {
      client_id: client.client_id,
      client_secret: secret,
      grant_type: 'authorization_code',
      redirect_uri: callback,
    },
  });

const another = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const refused = (what: string, client_secret: string) =>
  [what, { client_secret }, 400, 'invalid_client'] as const;

refuses(start, {
  authorize: [
    ['an unknown client', { client_id: 'another' }, 'page: invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 'page: redirect_uri_mismatch'],
    ['scopes without a form post', { response_mode: 'query' }, 'page: invalid_request'],
    ['scopes without a response mode', { response_mode: null }, 'page: invalid_request'],
    ['an unknown response mode', { response_mode: 'web_message' }, 'page: invalid_request'],
    ['an unknown scope', { scope: 'name phone' }, 'page: invalid_scope'],
    ['a request without a response type', { response_type: null }, 'page: invalid_request'],
  ],
  token: [
    refused('a plain secret', 'sandbox-apple-secret'),
    refused('a secret of another team', await sign({ iss: 'ANOTHER001' })),
    refused('a secret of another client', await sign({ sub: 'another' })),
    refused('a secret for another audience', await sign({ aud: 'https://example.com' })),
    refused('a secret for longer than six months', await sign({ exp: nowS + 15_778_000 })),
    refused('an expired secret', await sign({ exp: nowS - 60 })),
    refused('a secret without an expiry', await sign({ exp: undefined })),
    refused('a secret by another key', await sign({}, client.key_id, another)),
    refused('a secret with another key id', await sign({}, 'ANOTHERKEY')),
    ['another client', { client_id: 'another' }, 400, 'invalid_client'],
    ['another redirect address', { redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
    ['another grant type', { grant_type: 'code' }, 400, 'unsupported_grant_type'],
    ['a JSON body', {}, 400, 'invalid_request', { 'content-type': 'application/json' }],
  ],
  codeLifeS: 300,
  badCode: [400, 'invalid_grant'],
});

it("Apple posts the redirect, with the user's name only at the first consent", async () => {
  const flow = start();
  const first = await flow.consent();
  expect(first.url).toBe(callback);
  expect(first.back.get('state')).toBe('a-state');
  expect(JSON.parse(first.back.get('user') ?? '')).toEqual({
    name: { firstName: 'Ada', lastName: 'Lovelace' },
    email: 'ada@people.example',
  });
  expect((await flow.consent()).back.has('user')).toBe(false);
});

it('Apple posts a denial with its own error', async () => {
  const { url, back } = await start().consent('deny');
  expect(url).toEqual(callback);
  expect(Object.fromEntries(back)).toEqual({ error: 'user_cancelled_authorize', state: 'a-state' });
});

it("Apple signs the user's claims, with email_verified as a string", async () => {
  const flow = start();
  const keys = await flow.get('appleid.apple.com/auth/keys');
  const tell = async (person: string) => {
    const { body } = await flow.redeem((await flow.consent('allow', person)).code);
    const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(keys.body), {
      issuer: 'https://appleid.apple.com',
      audience: client.client_id,
      currentDate: new Date(flow.now()),
    });
    return payload;
  };
  expect(await tell('ada')).toMatchObject({
    nonce: 'a-nonce',
    email: 'ada@people.example',
    email_verified: 'true',
  });
  expect(await tell('alan')).toMatchObject({ email_verified: 'false' });
  expect(await tell('hedy')).not.toHaveProperty('email');
});
