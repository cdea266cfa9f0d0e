import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { checkedRoutes, deviceRoutes, meRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ config: { url: 'https://auth.example.com' } });
});
afterAll(() => service.close());

const required = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

const shown = (headers: Headers) =>
  Object.fromEntries(Object.keys(required).map((name) => [name, headers.get(name)]));

describe('[S27] the headers of an answer', () => {
  test.each(checkedRoutes.map(({ route }) => [route.name, route] as const))('of %s', async (_, route) => {
    const { headers } = await service.call(route, { params: { id: service.app.id } });
    const isKeys = route.name.startsWith('sessions.keys');
    expect(shown(headers)).toEqual(
      isKeys ? { ...required, 'cache-control': headers.get('cache-control') } : required,
    );
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.has('clear-site-data')).toBe(false);
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/nothing'])('of %s', async (path) => {
    const { headers } = await service.fetch(new Request(`https://auth.example.com${path}`));
    expect(shown(headers)).toEqual(required);
  });

  test('over plain http, on loopback, have no HSTS', async () => {
    const plain = await createTestService();
    const { headers } = await plain.fetch(new Request('http://localhost:4000/healthz'));
    expect(headers.get('strict-transport-security')).toBeNull();
    await plain.close();
  });
});

test('[S54] what is answered to a session is kept nowhere, and no answer clears the storage of other apps', async () => {
  const { token, refresh_token } = await logIn(service, 'ada@example.com');
  const bearer = token ?? '';
  const answers = [
    await service.call(meRoutes.getMe, { bearer }),
    await service.call(deviceRoutes.list, { bearer }),
    await service.call(sessionRoutes.refresh, { bearer, body: { refresh_token } }),
    await service.call(sessionRoutes.logout, { bearer, body: {} }),
  ];
  for (const { status, headers } of answers) {
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.has('clear-site-data')).toBe(false);
  }
});

test('in production the metrics are for anyone who has the admin key', async () => {
  const open = await createTestService({ config: { production: true } });
  const get = (headers: Record<string, string>) =>
    open.fetch(new Request('http://localhost:4000/metrics', { headers }));
  expect((await get({})).status).toBe(401);
  expect((await get({ authorization: 'Bearer test-admin-key' })).status).toBe(200);
  await open.close();
});
