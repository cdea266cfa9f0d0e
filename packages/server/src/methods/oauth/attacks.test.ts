import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { auditRoutes, oauthRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clientId,
  oauthLoginBody,
  type Reply,
  returnFromProvider,
  type StandIn,
  start,
  startStandIn,
  type Visit,
} from './oauth.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  google_oauth: true,
  github_oauth: true,
  allowed_origins: ['http://localhost:3000', 'http://localhost:5173'],
};
const neighbour = { ...app, id: 'latchkey-test-app-0000002' };

let standIn: StandIn;
let service: TestService;
beforeAll(async () => {
  standIn = await startStandIn(() => service.clock.now());
  const client = { id: clientId, secret: 'hush' };
  service = await createTestService({
    apps: [app, neighbour],
    config: { oauthUrl: standIn.url, sharedOAuthClients: { google: client, github: client } },
  });
});
afterAll(async () => {
  await service?.close();
  await standIn?.close();
});

let nonce: string | null;
/** False claims that Google's id token gets. */
let claims: Record<string, unknown>;
let options: Parameters<StandIn['idToken']>[1];
beforeEach(() => {
  claims = {};
  options = {};
  standIn.on('/token', async () => ({
    json: { access_token: 'at', id_token: await standIn.idToken({ nonce, ...claims }, options) },
  }));
});

async function begin(): Promise<Visit> {
  const { visit } = await start(service, 'google');
  nonce = visit.page.searchParams.get('nonce');
  return visit;
}
async function visitGoogle() {
  const visit = await begin();
  const { target } = await returnFromProvider(service, visit);
  return oauthLoginBody(visit, target);
}
async function authenticate(body: object, appId = app.id) {
  const { status, json } = await service.call(oauthRoutes.authenticate, { appId, body });
  return { status, code: json.code, json };
}
const codeIn = (target: URL | null) => target?.searchParams.get('privy_oauth_code');

describe('[S33] the way to the provider and back', () => {
  test('an OAuth state is valid once, for 15 minutes, and only for the app that it was made for', async () => {
    const visit = await begin();
    expect(visit.page.searchParams.get('state')).toMatch(/^[a-z0-9-]{25}\.[\w-]{43}\.[\w-]{43}$/);
    expect((await returnFromProvider(service, visit)).status).toBe(302);
    const replayed = await returnFromProvider(service, visit);
    expect(replayed.status).toBe(400);
    expect(replayed.target).toBeNull();
    for (const state of ['', 'nonsense', `${app.id}.`, `${neighbour.id}.${'a'.repeat(43)}`]) {
      expect((await returnFromProvider(service, visit, { state, code: 'c' })).status).toBe(400);
    }
    // Under another app's id the state is unknown. It stays valid for its own app.
    const other = await begin();
    const own = other.page.searchParams.get('state') ?? '';
    const moved = await returnFromProvider(service, other, {
      state: own.replace(app.id, neighbour.id),
      code: 'c',
    });
    expect(moved.status).toBe(400);
    expect((await returnFromProvider(service, other)).status).toBe(302);
    const late = await begin();
    service.clock.advance(15 * 60_000);
    expect((await returnFromProvider(service, late)).status).toBe(400);
  });

  test('a provider login that one browser started cannot be finished by another', async () => {
    const [victim, attacker] = [await begin(), await begin()];
    const { target } = await returnFromProvider(service, attacker);
    const body = { ...oauthLoginBody(victim, target), state_code: attacker.stateCode };
    expect(await authenticate(body)).toMatchObject({ status: 422, code: 'invalid_credentials' });
  });

  test('an answer of another provider is refused, because of its issuer or the callback path', async () => {
    const visit = await begin();
    const { target } = await returnFromProvider(service, visit, { code: 'c', iss: 'https://evil.example' });
    expect(codeIn(target)).toBe('error');
    const named = await returnFromProvider(service, await begin(), {
      code: 'c',
      iss: 'https://accounts.google.com',
    });
    expect(codeIn(named.target)).toMatch(/^[\w-]{43}$/);
    const mixed = await returnFromProvider(
      service,
      await begin(),
      { code: 'c' },
      { path: '/api/v1/oauth/callback/oidc' },
    );
    expect(mixed.status).toBe(400);
  });

  test('an answer with a repeated parameter is refused, because an attacker may have added it', async () => {
    for (const twice of [
      'code=d',
      'state=other',
      'iss=https://evil.example&iss=https://accounts.google.com',
    ]) {
      const visit = await begin();
      const query = `state=${visit.page.searchParams.get('state')}&code=c&${twice}`;
      const back = await service.fetch(new Request(`${service.config.url}/api/v1/oauth/callback?${query}`));
      expect(codeIn(new URL(back.headers.get('location') ?? '')), twice).toBe('error');
    }
  });

  test('[S35] redirects and error pages send no referrer, and redirects are not cached', async () => {
    const { headers, target } = await returnFromProvider(service, await begin());
    expect(codeIn(target)).toMatch(/^[\w-]{43}$/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    const lost = await returnFromProvider(service, await begin(), { state: 'nobody', code: 'c' });
    expect(lost.status).toBe(400);
    expect(lost.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each<[string, () => void]>([
    [
      'for another client',
      () => {
        claims = { aud: 'another-client' };
      },
    ],
    [
      'for several clients, issued to another',
      () => {
        claims = { aud: [clientId, 'x'], azp: 'x' };
      },
    ],
    [
      'for several clients, without azp',
      () => {
        claims = { aud: [clientId, 'x'] };
      },
    ],
    [
      'of another issuer',
      () => {
        claims = { iss: 'https://evil.example' };
      },
    ],
    [
      'that has expired',
      () => {
        claims = { exp: Math.floor(service.clock.now() / 1000) - 61 };
      },
    ],
    [
      'without an expiry',
      () => {
        claims = { exp: undefined };
      },
    ],
    [
      'of another login',
      () => {
        claims = { nonce: 'another' };
      },
    ],
    [
      'without a nonce',
      () => {
        claims = { nonce: undefined };
      },
    ],
    [
      'without a subject',
      () => {
        claims = { sub: '' };
      },
    ],
    [
      'signed with another key',
      () => {
        options = { key: 'stranger' };
      },
    ],
    [
      'signed with the public client id',
      () => {
        options = { alg: 'HS256' };
      },
    ],
  ])('an id token %s logs no one in', async (_, lie) => {
    const body = await visitGoogle();
    lie();
    expect(await authenticate(body)).toMatchObject({ status: 422, code: 'oauth_unexpected' });
  });

  test('[ERR-25] a user who declines returns with the code `undefined`, which is answered as denied; any other error is answered as unknown', async () => {
    const visit = await begin();
    const denied = await returnFromProvider(service, visit, { error: 'access_denied' });
    expect(codeIn(denied.target)).toBe('undefined');
    const answer = await authenticate(oauthLoginBody(visit, denied.target));
    expect(answer.status).toBe(422);
    expect(answer.code).toBe('oauth_user_denied');
    expect(answer.json.error).toBe('User denied confirmation during OAuth flow');
    const broken = await begin();
    const failed = await returnFromProvider(service, broken, { error: 'server_error', code: 'c' });
    expect(codeIn(failed.target)).toBe('error');
    expect(await authenticate(oauthLoginBody(broken, failed.target))).toMatchObject({
      status: 422,
      code: 'unknown_auth_error',
    });
    expect(codeIn((await returnFromProvider(service, await begin(), {})).target)).toBe('error');
    expect(
      codeIn((await returnFromProvider(service, await begin(), { code: 'x'.repeat(5_000) })).target),
    ).toBe('error');
  });
});

describe('[S34] the code that the page gets', () => {
  test('[OAUTH-10] the code for the page is valid for a minute and only for its app, state and verifier; a wrong attempt consumes it', async () => {
    const wrong = { state_code: 's'.repeat(48), code_verifier: 'v'.repeat(48) };
    for (const [name, value] of Object.entries(wrong)) {
      const body = await visitGoogle();
      expect(await authenticate({ ...body, [name]: value })).toMatchObject({ code: 'invalid_credentials' });
      // The wrong attempt consumed the code, so the right values fail too.
      expect(await authenticate(body)).toMatchObject({ code: 'invalid_credentials' });
    }
    expect(await authenticate(await visitGoogle(), neighbour.id)).toMatchObject({
      code: 'invalid_credentials',
    });
    const late = await visitGoogle();
    service.clock.advance(60_000);
    expect(await authenticate(late)).toMatchObject({ code: 'invalid_credentials' });
  });

  test('a code that is sent again with its verifier ends the session that it started, even after wrong verifiers, which end nothing', async () => {
    const body = await visitGoogle();
    const login = await authenticate(body);
    const refresh = async () =>
      (await service.call(sessionRoutes.refresh, { body: { refresh_token: login.json.refresh_token } }))
        .status;
    expect(await authenticate({ ...body, code_verifier: 'v'.repeat(48) })).toMatchObject({
      code: 'invalid_credentials',
    });
    const other = await visitGoogle();
    const second = await authenticate(other);
    // An attacker with only the code must not keep the service from noticing a later replay.
    expect(await authenticate({ ...other, code_verifier: 'v'.repeat(48) })).toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await authenticate(other)).toMatchObject({ status: 422, code: 'invalid_credentials' });
    const over = await service.call(sessionRoutes.refresh, {
      body: { refresh_token: second.json.refresh_token },
    });
    expect(over.status).toBe(401);
    expect(over.json.code).toBe('missing_or_invalid_token');
    expect(await refresh()).toBe(200);
    await service.service.seal();
    const { json } = await service.call(auditRoutes.list, {
      params: { id: app.id },
      bearer: 'test-admin-key',
    });
    expect(json.events.filter(({ kind }) => kind === 'session.reuse_detected')).toHaveLength(1);
  });

  test("a user returns from a provider only to pages on the app's origins", async () => {
    for (const redirectTo of [
      'https://evil.example/',
      'http://localhost.evil.example:3000/',
      'http://localhost:3000@evil.example/',
      'http://ada:pw@localhost:3000/',
      'http://localhost:3001/',
    ]) {
      expect(await start(service, 'google', { redirectTo }), redirectTo).toMatchObject({
        status: 403,
        code: 'origin_not_allowed',
      });
    }
    expect(await start(service, 'google', { redirectTo: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
    });
    // Another origin that the app allows.
    expect((await start(service, 'google', { redirectTo: 'http://localhost:5173/x?y=1' })).status).toBe(200);
  });
});

describe('a provider that fails', () => {
  const cases: [string, Reply | ((asked: unknown) => Reply), string][] = [
    ['is down', { status: 503, text: 'no' }, 'unknown_auth_error'],
    ['speaks no JSON', { text: '<html>' }, 'oauth_unexpected'],
    ['sends too large a reply', { text: `"${'x'.repeat(70_000)}"` }, 'oauth_unexpected'],
    ['gives no token', { json: {} }, 'oauth_unexpected'],
    ['gives no id token', { json: { access_token: 'at' } }, 'oauth_unexpected'],
    ['refuses the code', { status: 400, json: { error: 'invalid_grant' } }, 'invalid_credentials'],
    ['refuses our client', { status: 401, json: { error: 'invalid_client' } }, 'oauth_unexpected'],
    [
      'has suspended the user',
      { status: 403, json: { message: 'Sorry. Your account was suspended.' } },
      'oauth_account_suspended',
    ],
    [
      'reports a denial at the token endpoint',
      { status: 400, json: { error: 'access_denied' } },
      'oauth_user_denied',
    ],
  ];
  test.each(cases)('a login fails if the provider %s', async (_, reply, code) => {
    const body = await visitGoogle();
    standIn.on('/token', reply);
    expect(await authenticate(body)).toMatchObject({ status: 422, code });
  });

  test('a rate limit of a provider is reported with the text by which clients recognise it', async () => {
    for (const reply of [
      { status: 429, json: {} },
      { status: 403, json: {}, headers: { 'x-ratelimit-remaining': '0' } },
    ]) {
      const body = await visitGoogle();
      standIn.on('/token', reply);
      const { status, code, json } = await authenticate(body);
      expect(status).toBe(429);
      expect(code).toBe('too_many_requests');
      expect(json.error).toContain('provider rate limit');
    }
  });

  test("our answer contains no text of a provider's error", async () => {
    const body = await visitGoogle();
    standIn.on('/token', {
      status: 400,
      json: { error: 'canary-secret-word!', access_token: 'canary-token' },
    });
    const { json } = await authenticate(body);
    expect(JSON.stringify(json)).not.toContain('canary');
  });

  test('a login at a provider is not_supported in an app without a client there', async () => {
    const bare = await createTestService({ apps: [app], config: { oauthUrl: standIn.url } });
    expect(await start(bare, 'google')).toMatchObject({ status: 422, code: 'not_supported' });
    await bare.close();
  });
});

test('a provider login that was started signed out cannot be used to link an account', async () => {
  const me = await logIn(service, 'begun@example.com');
  const { visit } = await start(service, 'google');
  nonce = visit.page.searchParams.get('nonce');
  const { target } = await returnFromProvider(service, visit);
  const { json } = await service.call(oauthRoutes.link, {
    bearer: me.token ?? '',
    body: oauthLoginBody(visit, target),
  });
  expect(json.code).toBe('invalid_credentials');
});
