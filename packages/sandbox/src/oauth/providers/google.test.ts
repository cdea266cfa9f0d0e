import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { sandboxOAuthClients } from '../clients.ts';
import { basicOf, callback, challenge, createFlow, verifier } from '../flow.testkit.ts';
import type { Ending } from '../provider.ts';

const { client_id: id, client_secret: secret } = sandboxOAuthClients.google;
const flow = () =>
  createFlow({
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    query: {
      client_id: id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    },
    token: 'oauth2.googleapis.com/token',
    form: {
      client_id: id,
      client_secret: secret,
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  });

async function verify(google: ReturnType<typeof flow>, idToken: string) {
  const { body } = await google.get('www.googleapis.com/oauth2/v3/certs');
  return jwtVerify(idToken, createLocalJWKSet(body), {
    issuer: 'https://accounts.google.com',
    audience: id,
    currentDate: new Date(google.now()),
  });
}

describe('authorization', () => {
  it('Google shows a consent page with the requested scopes and the users', async () => {
    const page = await (await flow().request()).text();
    expect(page).toContain('Sign in with Google');
    expect(page).toContain(id);
    for (const text of [
      'profile',
      'Ada Lovelace',
      'no e-mail address',
      '(not verified)',
      'Deny',
      'Wrong state',
    ])
      expect(page).toContain(text);
  });

  it('Google redirects back with code, state and scope', async () => {
    const { url, back } = await flow().consent();
    expect(url.startsWith(`${callback}?code=4%2F0A`)).toBe(true);
    expect(Object.fromEntries(back)).toMatchObject({ state: 'a-state', scope: 'openid email profile' });
  });

  it.each([
    ['an unknown client', { client_id: 'another' }, 'invalid_client'],
    ['another path of the redirect address', { redirect_uri: `${callback}/x` }, 'redirect_uri_mismatch'],
    ['a redirect address with a query', { redirect_uri: `${callback}?x=1` }, 'redirect_uri_mismatch'],
    [
      'a redirect address at a foreign host',
      { redirect_uri: 'https://evil.example/api/v1/oauth/callback' },
      'redirect_uri_mismatch',
    ],
    ['no redirect address', { redirect_uri: null }, 'redirect_uri_mismatch'],
    ['no response type', { response_type: null }, 'invalid_request'],
    ['the response type "token"', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: null }, 'invalid_scope'],
    ['no openid scope', { scope: 'email profile' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'openid drive' }, 'invalid_scope'],
    ['scopes with commas', { scope: 'openid,email' }, 'invalid_scope'],
    ['an invalid code challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['an unknown code challenge method', { code_challenge_method: 'S512' }, 'invalid_request'],
    ['a code challenge method but no code challenge', { code_challenge: null }, 'invalid_request'],
    ['an unknown access type', { access_type: 'forever' }, 'invalid_request'],
  ])('Google refuses an authorization request with %s', async (_name, changes, error) => {
    expect(await flow().refusal(changes)).toBe(`page: ${error}`);
  });

  it('Google refuses a repeated parameter', async () => {
    const reply = await flow().requestTwice('scope');
    expect(await reply.text()).toContain('invalid_request');
  });

  it('Google refuses browsers inside apps', async () => {
    const webView = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36' };
    expect(await flow().refusal({}, webView)).toBe('page: disallowed_useragent');
  });

  it('Google reports a denial, and returns another state if the user chooses that', async () => {
    const denied = await flow().consent('deny');
    expect(Object.fromEntries(denied.back)).toEqual({ error: 'access_denied', state: 'a-state' });
    expect((await flow().consent('wrong-state')).back.get('state')).toBe('another-state');
  });
});

describe('token', () => {
  it('Google issues a token for a code, with an ID token of the real issuer', async () => {
    const google = flow();
    const { code } = await google.consent();
    const { status, body } = await google.redeem(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, scope: 'openid email profile' });
    const { payload } = await verify(google, body.id_token);
    expect(payload).toMatchObject({
      iss: 'https://accounts.google.com',
      aud: id,
      azp: id,
      nonce: 'a-nonce',
      email: 'ada@people.example',
      email_verified: true,
      name: 'Ada Lovelace',
    });
    const told = await google.get('openidconnect.googleapis.com/v1/userinfo', {
      authorization: `Bearer ${body.access_token}`,
    });
    expect(told.body).toMatchObject({ sub: payload.sub, email: 'ada@people.example' });
  });

  it('Google issues a token with Basic authentication', async () => {
    const google = flow();
    const { code } = await google.consent();
    const { status } = await google.redeem(
      code,
      { client_id: null, client_secret: null },
      { authorization: basicOf(id, secret) },
    );
    expect(status).toBe(200);
  });

  it.each([
    ['a JSON body', {}, { 'content-type': 'application/json' }, 400, 'invalid_request'],
    ['another client', { client_id: 'another' }, {}, 401, 'invalid_client'],
    ['a wrong client secret', { client_secret: 'wrong' }, {}, 401, 'invalid_client'],
    ['no client secret', { client_secret: null }, {}, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    ['no code', { code: null }, {}, 400, 'invalid_request'],
    ['an unknown code', { code: '4/0Anything' }, {}, 400, 'invalid_grant'],
    ['another redirect address', { redirect_uri: `${callback}/` }, {}, 400, 'redirect_uri_mismatch'],
    ['another code verifier', { code_verifier: verifier.toUpperCase() }, {}, 400, 'invalid_grant'],
    ['no code verifier', { code_verifier: null }, {}, 400, 'invalid_grant'],
  ])('Google refuses a token request with %s', async (_name, changes, headers, status, error) => {
    const google = flow();
    const { code } = await google.consent();
    expect(await google.redeem(code, changes, headers)).toMatchObject({ status, body: { error } });
  });

  it('Google refuses a code that was used, has expired, or was issued as expired', async () => {
    const google = flow();
    const { code } = await google.consent();
    expect((await google.redeem(code)).status).toBe(200);
    expect((await google.redeem(code)).body.error).toBe('invalid_grant');
    const late = await google.consent();
    google.wait(601);
    expect((await google.redeem(late.code)).body.error).toBe('invalid_grant');
    const expired = await google.consent('expired-code');
    expect((await google.redeem(expired.code)).body.error).toBe('invalid_grant');
  });

  it.each<[Ending, string]>([
    ['wrong-audience', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['wrong-issuer', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['expired-id-token', 'ERR_JWT_EXPIRED'],
    ['wrong-key', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
  ])('Google issues an invalid ID token if the choice on the consent page is %s', async (ending, code) => {
    const google = flow();
    const { body } = await google.redeem((await google.consent(ending)).code);
    await expect(verify(google, body.id_token)).rejects.toMatchObject({ code });
  });

  it('Google responds with an error to too many requests and when it is down, and can return a huge ID token', async () => {
    const google = flow();
    expect((await google.redeem((await google.consent('rate-limit')).code)).status).toBe(429);
    expect((await google.redeem((await google.consent('down')).code)).status).toBe(503);
    const huge = await google.redeem((await google.consent('huge-profile')).code);
    expect(huge.body.id_token.length).toBeGreaterThan(1_000_000);
  });
});

describe('data', () => {
  it('Google returns no data without a valid token', async () => {
    const google = flow();
    const { body } = await google.redeem((await google.consent()).code);
    const path = 'openidconnect.googleapis.com/v1/userinfo';
    expect((await google.get(path)).status).toBe(401);
    expect((await google.get(path, { authorization: 'Bearer another' })).status).toBe(401);
    google.wait(3601);
    expect((await google.get(path, { authorization: `Bearer ${body.access_token}` })).status).toBe(401);
  });

  it('Google returns only data of the granted scopes that the user has', async () => {
    const google = flow();
    const path = 'openidconnect.googleapis.com/v1/userinfo';
    const tell = async (person: string, scope: string) => {
      const { code } = await google.consent('allow', person, { scope });
      const { body } = await google.redeem(code);
      return (await google.get(path, { authorization: `Bearer ${body.access_token}` })).body;
    };
    expect(Object.keys(await tell('ada', 'openid'))).toEqual(['sub']);
    expect(await tell('hedy', 'openid email')).not.toHaveProperty('email');
    expect(await tell('alan', 'openid email')).toMatchObject({ email_verified: false });
    expect(await tell('mary', 'openid email')).toMatchObject({ email: 'mary@people.example' });
  });
});
