import { createHash } from 'node:crypto';
import { createService } from '@latchkey/server';
import { createTestService, logIn, type TestService, testAppSecret } from '@latchkey/testkit';
import { adminRoutes, type CheckedRoute, checkedRoutes, directoryRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  secret_hash: hashOf('other-app-secret-of-32-or-more-characters'),
};
const secretless = { id: 'latchkey-test-app-0000003', name: 'App without a secret' };
const adminKey = 'test-admin-key';

let service: TestService;
let userId: string;
beforeAll(async () => {
  service = await createTestService({ apps: [otherApp, secretless] });
  userId = (await logIn(service, 'ada@example.com')).user?.id ?? '';
});
afterAll(() => service.close());

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const request = (input: Parameters<TestService['call']>[1] = {}) =>
  service.call(directoryRoutes.getUser, { ...input, params: { user_id: userId } });

test('the right app secret gives access to a back-end route under `/api/v1` and `/v1`', async () => {
  for (const prefix of ['/api/v1', '/v1']) {
    const url = `${service.config.url}${prefix}/users/${encodeURIComponent(userId)}`;
    const headers = { ...basic(`${service.app.id}:${testAppSecret}`), 'privy-app-id': service.app.id };
    const response = await service.fetch(new Request(url, { headers }));
    expect([response.status, await response.json()]).toMatchObject([200, { id: userId }]);
  }
});

test.each([
  ['no secret', { secret: null }],
  ['a wrong secret', { secret: 'wrong' }],
  ['a longer secret', { secret: `${testAppSecret}x` }],
  ['an empty secret', { secret: '' }],
  ['the hash in place of the secret', { secret: hashOf(testAppSecret) }],
  ["another app's secret", { secret: 'other-app-secret-of-32-or-more-characters' }],
  ['an app that does not exist', { appId: 'latchkey-test-app-0000009' }],
  ['an app that has no secret', { appId: secretless.id, secret: '' }],
  ['another app in the header', { headers: { 'privy-app-id': otherApp.id } }],
  ['another app in the credentials', { headers: basic(`${otherApp.id}:${testAppSecret}`) }],
  ['the scheme Bearer', { headers: { authorization: `Bearer ${testAppSecret}` } }],
  ["the operator's key", { bearer: adminKey }],
  ['credentials without a colon', { headers: basic(testAppSecret) }],
  ['credentials that are not base64', { headers: { authorization: 'Basic %%%' } }],
  [
    'two sets of credentials',
    { headers: { authorization: `Basic ${btoa('a:b')}, Basic ${btoa(`a:${testAppSecret}`)}` } },
  ],
])('[S30] [S52] %s gets the same answer as a wrong secret', async (_, input) => {
  const { status, json } = await request(input);
  expect(status).toBe(401);
  expect(json).toEqual({ error: 'Invalid app ID or app secret', code: 'invalid_app_secret' });
});

test('every route for back ends refuses a missing secret, and refuses pages even with the right one', async () => {
  const routes = (checkedRoutes as readonly CheckedRoute<never, unknown>[])
    .map(({ route }) => route)
    .filter(({ auth }) => auth === 'app-secret');
  expect(routes.length).toBeGreaterThan(0);
  const named = { id: service.app.id, user_id: 'x', connection_id: 'x' };
  for (const route of routes) {
    const refused = await service.call(route, { secret: null, params: named });
    expect(refused.status, route.name).toBe(401);
    expect((refused.json as { code: string }).code, route.name).toBe('invalid_app_secret');
    for (const origin of ['http://localhost:3000', service.config.url, 'null']) {
      const page = await service.call(route, { origin, params: named });
      expect(page.status).toBe(403);
      expect((page.json as { code: string }).code).toBe('origin_not_allowed');
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
});

test('the credentials of a back end name the app, so its header can be omitted', async () => {
  const statusOf = async (headers: Record<string, string>) => {
    const { status, json } = await request({ appId: null, secret: null, headers });
    return [status, (json as { code?: string }).code ?? 'answered'];
  };
  expect(await statusOf(basic(`${service.app.id}:${testAppSecret}`))).toEqual([200, 'answered']);
  const refused = [401, 'invalid_app_secret'];
  expect(await statusOf(basic(`${otherApp.id}:${testAppSecret}`))).toEqual(refused);
  expect(await statusOf(basic(`${service.app.id}:wrong`))).toEqual(refused);
  const unnamed = [400, 'missing_or_invalid_privy_app_id'];
  expect(await statusOf({})).toEqual(unnamed);
  expect(await statusOf(basic(`:${testAppSecret}`))).toEqual(unnamed);
  expect(await statusOf(basic(`${'a'.repeat(65)}:x`))).toEqual(unnamed);
});

test('[S47] a rotated app secret is not listed, and the old one stays valid for the overlap only', async () => {
  const created = await service.call(adminRoutes.createApp, {
    body: { name: 'Rotated' },
    bearer: adminKey,
  });
  const { id: appId, app_secret: first = '' } = created.json;
  const statusOf = async (secret: string) =>
    (await service.call(directoryRoutes.getUser, { appId, secret, params: { user_id: 'x' } })).status;
  expect(await statusOf(first)).toBe(404);

  const rotate = (overlap_s: number) =>
    service.call(adminRoutes.rotateSecret, { params: { id: appId }, body: { overlap_s }, bearer: adminKey });
  const { json } = await rotate(3600);
  expect(json.app_secret).toMatch(/^latchkey_secret_[\w-]{43}$/);
  expect(json.old_secret_expires_at).toBe(Math.floor(service.clock.now() / 1000) + 3600);
  expect(await statusOf(first)).toBe(404);
  expect(await statusOf(json.app_secret)).toBe(404);
  service.clock.advance(3600_000);
  expect(await statusOf(first)).toBe(401);
  expect(await statusOf(json.app_secret)).toBe(404);

  const { json: last } = await rotate(0);
  expect(await statusOf(json.app_secret)).toBe(401);
  expect(await statusOf(last.app_secret)).toBe(404);
  const list = JSON.stringify((await service.call(adminRoutes.listApps, { bearer: adminKey })).json);
  for (const secret of [first, json.app_secret, last.app_secret]) {
    expect(list).not.toContain(secret);
    expect(list).not.toContain(hashOf(secret));
  }
});

test('the secret of an app in the apps file cannot be rotated by the API', async () => {
  const params = { id: service.app.id };
  const { status, json } = await service.call(adminRoutes.rotateSecret, {
    params,
    body: {},
    bearer: adminKey,
  });
  expect(status).toBe(422);
  expect(json.code).toBe('app_managed_by_file');
});

test('[S47] in production a short app secret is refused, even if its hash is right', async () => {
  const { clock, database } = service;
  const config = { ...service.config, production: true };
  const mailer = { send: async () => {}, close: async () => {} };
  const short = 'a-secret-of-31-characters-only.';
  const apps = [service.app, { id: otherApp.id, name: 'Other app', secret_hash: hashOf(short) }];
  const strict = await createService({ config, database, mailer, clock, apps });
  const statusOf = async (appId: string, secret: string) => {
    const headers = { ...basic(`${appId}:${secret}`), 'privy-app-id': appId };
    return (await strict.fetch(new Request(`${config.url}/v1/users/x`, { headers }))).status;
  };
  expect(await statusOf(otherApp.id, short)).toBe(401);
  expect(await statusOf(service.app.id, testAppSecret)).toBe(404);
  await strict.close();
});
