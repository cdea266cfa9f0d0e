import { createTestService, type TestService } from '@latchkey/testkit';
import { appSecretRoutes, oauthRoutes } from '@latchkey/wire';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { comeBack, finishOf, start } from './oauth.testkit.ts';

/** A server that others wrote: what it and the engine agree on is the standard, and no misunderstanding of our own. */
const provider = new OAuth2Server();
let service: TestService;
/** What the provider says of the person, instead of what it would. */
let claims: Record<string, unknown>;
const id = 'latchkey-test-app-0000001';

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  const issuer = provider.issuer.url ?? '';
  service = await createTestService({
    apps: [
      {
        id,
        name: 'Harbour',
        oidc_oauth: true,
        oauth_clients: { oidc: { client_id: 'latchkey', issuer, name: 'Example ID' } },
        allowed_origins: ['http://localhost:3000'],
      },
    ],
  });
  provider.service.on('beforeTokenSigning', ({ payload }) => {
    const nowS = Math.floor(service.clock.now() / 1000);
    Object.assign(payload, { iat: nowS, exp: nowS + 3600 }, claims);
  });
  const body = { secret: 'secret-of-the-client' };
  const params = { id, name: 'oauth-oidc' };
  await service.call(appSecretRoutes.put, { params, body, bearer: 'test-admin-key' });
});
afterAll(async () => {
  await service?.close();
  await provider.stop();
});
beforeEach(() => {
  claims = { email: 'ada@example.org', email_verified: true, name: 'Ada', preferred_username: 'ada' };
});

/** To the provider's page, which answers at once, and back. */
async function logInThere() {
  const { visit } = await start(service, 'oidc');
  const answered = await fetch(visit.page, { redirect: 'manual' });
  const back = new URL(answered.headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe('http://localhost:4000/api/v1/oauth/callback/oidc');
  const { target } = await comeBack(service, visit, Object.fromEntries(back.searchParams));
  return service.call(oauthRoutes.authenticate, { body: finishOf(visit, target) });
}

test('[S33, OAUTH-10] a login at a provider that the operator names, by its own configuration, with PKCE and nonce', async () => {
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
])('[S33] an id token %s logs nobody in', async (_, lie) => {
  claims = lie;
  const { status, json } = await logInThere();
  expect([status, json.code]).toEqual([422, 'oauth_unexpected']);
});

test('[S33] what the provider tells of somebody else is not this person’s', async () => {
  claims = {};
  provider.service.once('beforeUserinfo', (answer) => {
    answer.body = { sub: 'somebody-else', email: 'eve@example.org', email_verified: true };
  });
  const { status, json } = await logInThere();
  expect([status, json.code]).toEqual([422, 'oauth_unexpected']);
});

test('an unverified address is none', async () => {
  claims = { email: 'ada@example.org', email_verified: false, sub: 'unverified' };
  expect((await logInThere()).json.user?.linked_accounts).toMatchObject([
    { subject: 'unverified', email: null },
  ]);
});
