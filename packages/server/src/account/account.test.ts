import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { adminRoutes, directoryRoutes, meRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('users/me answers the signed-in user, and no one to any other token', async () => {
  const { user, token } = await logIn(service, 'me@example.com');
  const { status, json } = await service.call(meRoutes.getMe, { bearer: token ?? '' });
  expect([status, json]).toEqual([200, { user, identity_token: null }]);
  for (const bearer of ['', 'x', `${token}x`]) {
    const refused = await service.call(meRoutes.getMe, { bearer });
    expect([refused.status, refused.json.code]).toEqual([401, 'missing_or_invalid_token']);
  }
});

test("the app's secret is no user: users/me is not the look-up of one named me", async () => {
  const { status, json } = await service.call(directoryRoutes.getUser, { params: { user_id: 'me' } });
  expect([status, json.code]).toEqual([401, 'missing_or_invalid_token']);
});

test('[TERMS-03] accepting terms with an empty body answers the user, who has accepted from then on', async () => {
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
  expect([status, json]).toEqual([200, { ...login.user, has_accepted_terms: true }]);
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

  // Accepting the same documents again does not move the time; accepting new ones does.
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

test('no one accepts terms without a session', async () => {
  const { status, json } = await service.call(meRoutes.acceptTerms, { body: {} });
  expect([status, json.code]).toEqual([401, 'missing_or_invalid_token']);
});
