import { createTestService, type TestService } from '@latchkey/testkit';
import { appSecretRoutes, oauthRoutes, reauthenticateRoute } from '@latchkey/wire';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  oauthLoginBody,
  type Reply,
  returnFromProvider,
  type StandIn,
  start,
  startStandIn,
} from './oauth.testkit.ts';

/**
 * OAuth server by other authors. Logins with it show that we did not misread the standard in both service and
 * stand-in.
 */
const provider = new OAuth2Server();
/** Stand-in whose configuration a test sets. */
let standIn: StandIn;
let service: TestService;
/** Claims that override those of the provider. */
let claims: Record<string, unknown>;
const id = 'latchkey-test-app-0000001';
const ofStandIn = 'latchkey-test-app-0000002';
const ofNobody = 'latchkey-test-app-0000003';

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  const issuer = provider.issuer.url ?? '';
  standIn = await startStandIn(() => service.clock.now());
  const appOf = (id: string, issuer: string) => ({
    id,
    name: 'Harbour',
    oidc_oauth: true,
    oauth_clients: { oidc: { client_id: 'latchkey', issuer, name: 'Example ID' } },
    allowed_origins: ['http://localhost:3000'],
  });
  service = await createTestService({
    apps: [appOf(id, issuer), appOf(ofStandIn, standIn.url), appOf(ofNobody, 'http://127.0.0.1:9')],
  });
  provider.service.on('beforeTokenSigning', ({ payload }) => {
    const nowS = Math.floor(service.clock.now() / 1000);
    Object.assign(payload, { iat: nowS, exp: nowS + 3600 }, claims);
  });
  const body = { secret: 'secret-of-the-client' };
  for (const appId of [id, ofStandIn, ofNobody]) {
    const params = { id: appId, name: 'oauth-oidc' };
    await service.call(appSecretRoutes.put, { params, body, bearer: 'test-admin-key' });
  }
});
afterAll(async () => {
  await service?.close();
  await standIn?.close();
  await provider.stop();
});
beforeEach(() => {
  claims = { email: 'ada@example.org', email_verified: true, name: 'Ada', preferred_username: 'ada' };
});

/** Goes to the provider's page, which redirects at once, and back. */
async function logInThere() {
  const { visit } = await start(service, 'oidc');
  expect(visit.page.searchParams.get('code_challenge_method')).toBe('S256');
  const answered = await fetch(visit.page, { redirect: 'manual' });
  const back = new URL(answered.headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe('http://localhost:4000/api/v1/oauth/callback/oidc');
  const { target } = await returnFromProvider(service, visit, Object.fromEntries(back.searchParams));
  return service.call(oauthRoutes.authenticate, { body: oauthLoginBody(visit, target) });
}

test("[S33, OAUTH-10] a user logs in at a provider that the operator named, with the provider's configuration, PKCE and a nonce", async () => {
  const first = await logInThere();
  expect([first.status, first.json.is_new_user, first.json.user?.linked_accounts]).toMatchObject([
    200,
    true,
    [{ type: 'oidc_oauth', subject: 'johndoe', email: 'ada@example.org', name: 'Ada', username: 'ada' }],
  ]);
  expect((await logInThere()).json.is_new_user).toBe(false);
});

test.each([
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that has expired', { exp: 1 }],
  ['of another login', { nonce: 'another' }],
])('[S33] an id token %s logs no one in', async (_, lie) => {
  claims = lie;
  const { status, json } = await logInThere();
  expect(status).toBe(422);
  expect(json.code).toBe('oauth_unexpected');
});

test("[S33] a provider's profile of another user is refused", async () => {
  claims = {};
  provider.service.once('beforeUserinfo', (answer) => {
    answer.body = { sub: 'somebody-else', email: 'eve@example.org', email_verified: true };
  });
  const { status, json } = await logInThere();
  expect(status).toBe(422);
  expect(json.code).toBe('oauth_unexpected');
});

test('an email address that an OpenID Connect provider has not verified is not stored', async () => {
  claims = { email: 'ada@example.org', email_verified: false, sub: 'unverified' };
  expect((await logInThere()).json.user?.linked_accounts).toMatchObject([
    { subject: 'unverified', email: null },
  ]);
});

describe('the configuration of a provider', () => {
  const freshMs = 10 * 60_000;
  const cooldownMs = 30_000;
  /** Sets the reply with the configuration, and lets the cached one expire. */
  function tell(reply: Reply) {
    standIn.on('/.well-known/openid-configuration', reply);
    standIn.asked.length = 0;
    service.clock.advance(freshMs);
  }
  const configuration = (changes: Record<string, unknown> = {}) => ({
    json: {
      issuer: standIn.url,
      authorization_endpoint: `${standIn.url}/authorize`,
      token_endpoint: `${standIn.url}/token`,
      jwks_uri: `${standIn.url}/certs`,
      ...changes,
    },
  });
  const begin = () => start(service, 'oidc', { appId: ofStandIn });
  const codeOf = (target: URL | null) => target?.searchParams.get('privy_oauth_code');
  const finish = (body: ReturnType<typeof oauthLoginBody>) =>
    service.call(oauthRoutes.authenticate, { appId: ofStandIn, body });

  test.each<[string, () => Reply, string]>([
    ['names another issuer', () => configuration({ issuer: 'https://evil.example' }), 'oauth_unexpected'],
    [
      'names its issuer in another spelling',
      () => configuration({ issuer: `${standIn.url}/` }),
      'oauth_unexpected',
    ],
    ['names no issuer', () => configuration({ issuer: undefined }), 'oauth_unexpected'],
    [
      'has no web address for its page',
      () => configuration({ authorization_endpoint: 'javascript:0' }),
      'oauth_unexpected',
    ],
    [
      'has a token endpoint without TLS',
      () => configuration({ token_endpoint: 'http://idp.example/' }),
      'oauth_unexpected',
    ],
    ['has no address for its keys', () => configuration({ jwks_uri: undefined }), 'oauth_unexpected'],
    ['is not JSON', () => ({ text: '<html>' }), 'oauth_unexpected'],
    ['does not exist', () => ({ status: 404, json: {} }), 'oauth_unexpected'],
    ['is unavailable', () => ({ status: 503, text: 'no' }), 'unknown_auth_error'],
    [
      'is a redirect',
      () => ({ status: 302, headers: { location: 'https://evil.example/' } }),
      'oauth_unexpected',
    ],
  ])(
    '[S33] if the configuration of a provider %s, no login starts there for 30 s',
    async (_, reply, code) => {
      tell(reply());
      expect(await begin()).toMatchObject({ status: 422, code });
      // The failure is cached, so other logins cause no further request.
      expect(await begin()).toMatchObject({ status: 422, code });
      expect(standIn.asked).toHaveLength(1);
      standIn.on('/.well-known/openid-configuration', configuration());
      service.clock.advance(cooldownMs);
      expect((await begin()).status).toBe(200);
    },
  );

  test('[S33] a response without an issuer is refused from a provider that promises the issuer in each response (RFC 9207)', async () => {
    const back = async (answer: Record<string, string>) => {
      const { visit } = await begin();
      return { visit, target: (await returnFromProvider(service, visit, { code: 'c', ...answer })).target };
    };
    tell(configuration());
    expect(codeOf((await back({})).target)).toMatch(/^[\w-]{43}$/);
    tell(configuration({ authorization_response_iss_parameter_supported: true }));
    expect(codeOf((await back({ iss: standIn.url })).target)).toMatch(/^[\w-]{43}$/);
    expect(codeOf((await back({ iss: 'https://evil.example' })).target)).toBe('error');
    const { visit, target } = await back({});
    expect(codeOf(target)).toBe('error');
    expect(await finish(oauthLoginBody(visit, target))).toMatchObject({
      status: 422,
      json: { code: 'unknown_auth_error' },
    });
  });

  test('the configuration that a login read is not read again to confirm it', async () => {
    tell(configuration());
    const visitThere = async () => {
      const { visit } = await begin();
      const nonce = visit.page.searchParams.get('nonce');
      const id_token = await standIn.idToken({ iss: standIn.url, aud: 'latchkey', nonce });
      standIn.on('/token', { json: { access_token: 'at', id_token } });
      return oauthLoginBody(visit, (await returnFromProvider(service, visit)).target);
    };
    const { json } = await finish(await visitThere());
    const confirmed = await service.call(reauthenticateRoute, {
      appId: ofStandIn,
      bearer: json.token ?? '',
      body: { method: 'oauth', ...(await visitThere()) },
    });
    expect(confirmed.status).toBe(200);
    expect(standIn.asked.filter(({ url }) => url.endsWith('/openid-configuration'))).toHaveLength(1);
  });

  test("a provider whose configuration is unavailable when the user returns leads to an error on the app's page", async () => {
    tell(configuration());
    const { visit } = await begin();
    tell({ status: 503, text: 'no' });
    const { status, target } = await returnFromProvider(service, visit);
    expect(status).toBe(302);
    expect(codeOf(target)).toBe('error');
    expect((await finish(oauthLoginBody(visit, target))).json.code).toBe('unknown_auth_error');
  });
});

test('a login at a provider that cannot be reached does not start', async () => {
  expect(await start(service, 'oidc', { appId: ofNobody })).toMatchObject({
    status: 422,
    code: 'unknown_auth_error',
  });
});
