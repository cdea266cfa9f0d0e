import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { adminRoutes, directoryRoutes, meRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('users/me returns the signed-in user, and refuses a missing, malformed or altered token', async () => {
  const { user, token } = await logIn(service, 'me@example.com');
  const { status, json } = await service.call(meRoutes.getMe, { bearer: token ?? '' });
  expect(status).toBe(200);
  expect(json).toEqual({ user, identity_token: null });
  for (const bearer of ['', 'x', `${token}x`]) {
    const refused = await service.call(meRoutes.getMe, { bearer });
    expect(refused.status).toBe(401);
    expect(refused.json.code).toBe('missing_or_invalid_token');
  }
});

test("users/me refuses the app's secret and does not look up a user named me", async () => {
  const { status, json } = await service.call(directoryRoutes.getUser, { params: { user_id: 'me' } });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_token');
});

test('[TERMS-03] accepting terms with an empty body returns the user with accepted terms, and records the time anew only after the URL of the terms changes', async () => {
  const created = await service.call(adminRoutes.createApp, {
    body: {
      name: 'Terms',
      allowed_origins: ['http://localhost:3000'],
      terms_and_conditions_url: 'https://x.example/terms',
      privacy_policy_url: 'https://x.example/privacy',
    },
    bearer: 'test-admin-key',
  });
  const { id: appId, app_secret: secret = '' } = created.json;
  const login = await logIn(service, 'terms@example.com', { appId });
  expect(login.user?.has_accepted_terms).toBe(false);
  const bearer = login.token ?? '';
  const accept = () => service.call(meRoutes.acceptTerms, { appId, body: {}, bearer });
  const { status, json } = await accept();
  expect(status).toBe(200);
  expect(json).toEqual({ ...login.user, has_accepted_terms: true });
  const acceptedS = Math.floor(service.clock.now() / 1000);

  const refreshed = await service.call(sessionRoutes.refresh, {
    appId,
    body: { refresh_token: login.refresh_token },
  });
  expect(refreshed.json.user?.has_accepted_terms).toBe(true);

  const params = { user_id: login.user?.id ?? '' };
  const termsOf = async () =>
    (await service.call(directoryRoutes.exportUser, { appId, secret, params })).json.terms;
  const first = {
    accepted_at: acceptedS,
    terms_and_conditions_url: 'https://x.example/terms',
    privacy_policy_url: 'https://x.example/privacy',
  };
  expect(await termsOf()).toEqual(first);

  service.clock.advance(60_000);
  await accept();
  expect(await termsOf()).toEqual(first);
  const body = { terms_and_conditions_url: 'https://x.example/terms-2' };
  await service.call(adminRoutes.updateApp, { params: { id: appId }, body, bearer: 'test-admin-key' });
  await accept();
  expect(await termsOf()).toMatchObject({
    accepted_at: acceptedS + 60,
    terms_and_conditions_url: 'https://x.example/terms-2',
  });
});

test('accepting terms requires a session', async () => {
  const { status, json } = await service.call(meRoutes.acceptTerms, { body: {} });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_token');
});
