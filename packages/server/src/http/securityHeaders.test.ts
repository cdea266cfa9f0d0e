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
  test.each(checkedRoutes.map(({ route }) => [route.name, route] as const))(
    'an answer of %s has all security headers',
    async (_, route) => {
      const { headers } = await service.call(route, { params: { id: service.app.id } });
      const isKeys = route.name.startsWith('sessions.keys');
      expect(shown(headers)).toEqual(
        isKeys ? { ...required, 'cache-control': headers.get('cache-control') } : required,
      );
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.has('clear-site-data')).toBe(false);
    },
  );

  test.each(['/healthz', '/readyz', '/openapi.json', '/nothing'])(
    'an answer of %s has all security headers',
    async (path) => {
      const { headers } = await service.fetch(new Request(`https://auth.example.com${path}`));
      expect(shown(headers)).toEqual(required);
    },
  );

  test('an answer over plain http on loopback has no HSTS', async () => {
    const plain = await createTestService();
    const { headers } = await plain.fetch(new Request('http://localhost:4000/healthz'));
    expect(headers.get('strict-transport-security')).toBeNull();
    await plain.close();
  });
});

test("[S54] answers about a session are not cached, and none clears the browser's storage, which other apps share", async () => {
  const { token, refresh_token } = await logIn(service, 'ada@example.com');
  const bearer = token ?? '';
  const answers = [
    await service.call(meRoutes.getMe, { bearer }),
    await service.call(deviceRoutes.list, { bearer }),
    await service.call(sessionRoutes.refresh, { bearer, body: { refresh_token } }),
    await service.call(sessionRoutes.logout, { bearer, body: {} }),
  ];
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('clear-site-data')).toBe(false);
  }
});

test('in production the metrics are refused without a key and sent with the admin key', async () => {
  const open = await createTestService({ config: { production: true } });
  const get = (headers: Record<string, string>) =>
    open.fetch(new Request('http://localhost:4000/metrics', { headers }));
  expect((await get({})).status).toBe(401);
  expect((await get({ authorization: 'Bearer test-admin-key' })).status).toBe(200);
  await open.close();
});
