import { createTestService, type TestService } from '@latchkey/testkit';
import { custodyRoutes, emailRoutes, getAppRoute, requestHeaders, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const other = { id: 'another-app-0000000000001', name: 'Other', allowed_origins: ['https://other.example'] };
let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [other] });
});
afterAll(() => service.close());

const own = 'http://localhost:3000';
const hosted = 'http://localhost:4002';
const refresh = (origin: string | null) =>
  service.call(sessionRoutes.refresh, { origin, body: { refresh_token: 'x' } });

describe('[S26] a client request', () => {
  test.each([own, hosted])(
    'a request from %s gets CORS headers for its exact origin, with credentials',
    async (origin) => {
      const { status, headers } = await refresh(origin);
      expect(status).toBe(401);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('vary')).toBe('Origin, privy-app-id');
    },
  );

  test.each([
    'https://other.example',
    'https://evil.example',
    'http://localhost:4000',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'null',
    '',
  ])('a request from "%s" is refused without CORS headers', async (origin) => {
    const { status, json, headers } = await refresh(origin);
    expect(status).toBe(403);
    expect(json.code).toBe('origin_not_allowed');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a request without an Origin (from a server or a native app) is accepted', async () => {
    const { status, headers } = await refresh(null);
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

async function preflight(origin: string, path: string) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'privy-app-id',
  };
  const response = await service.fetch(
    new Request(`http://localhost:4000${path}`, { method: 'OPTIONS', headers }),
  );
  return {
    status: response.status,
    origin: response.headers.get('access-control-allow-origin'),
    credentials: response.headers.get('access-control-allow-credentials'),
    headers: response.headers.get('access-control-allow-headers') ?? '',
    maxAge: Number(response.headers.get('access-control-max-age')),
  };
}

describe('[S26] a preflight', () => {
  test.each([own, hosted, 'https://other.example'])(
    'a preflight from %s, an origin of an app or of the hosted pages, is allowed',
    async (origin) => {
      const answer = await preflight(origin, emailRoutes.sendCode.path);
      expect(answer).toMatchObject({ status: 204, origin, credentials: 'true' });
      expect(answer.headers.split(', ')).toEqual([...requestHeaders]);
      expect(answer.maxAge).toBeGreaterThan(0);
    },
  );

  test('a preflight from an origin of no app is refused', async () => {
    expect(await preflight('https://evil.example', emailRoutes.sendCode.path)).toMatchObject({
      status: 403,
      origin: null,
    });
  });

  test('a preflight for the config of an app is allowed from every origin, without credentials', async () => {
    const path = getAppRoute.path.replace('{id}', service.app.id);
    const answer = await preflight('https://evil.example', path);
    expect(answer).toMatchObject({ status: 204, origin: 'https://evil.example', credentials: null });
  });

  test.each([
    '/api/v1/frame/wallets/connect',
    '/api/v1/frame/context',
    '/api/v1/admin/apps',
    '/api/v1/admin/apps/x',
  ])(
    'a preflight for %s is refused to origins of the app, the hosted pages and the service',
    async (path) => {
      for (const origin of [own, hosted, 'http://localhost:4000']) {
        expect(await preflight(origin, path)).toMatchObject({ status: 403, origin: null });
      }
    },
  );
});

describe('[S26] a custody route', () => {
  const body = { app_id: 'latchkey-test-app-0000001', parent_origin: own, ancestor_origins: [own] };
  const context = (origin: string | null, headers: Record<string, string> = {}) =>
    service.call(custodyRoutes.context, { origin, headers, body });

  test("a custody route answers the service's own page without CORS headers", async () => {
    const { status, headers } = await context('http://localhost:4000', { 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test("a custody route names the service's right address to a frame that was loaded from another one, if the request is same-origin", async () => {
    const elsewhere = 'http://127.0.0.1:4000';
    const { status, json } = await context(elsewhere, { 'sec-fetch-site': 'same-origin' });
    expect([status, json]).toMatchObject([
      403,
      { code: 'wrong_service_address', data: { expected: 'http://localhost:4000' } },
    ]);
    for (const site of ['same-site', 'cross-site'])
      expect((await context(elsewhere, { 'sec-fetch-site': site })).json.code).toBe('origin_not_allowed');
  });

  test.each([null, own, hosted, 'https://evil.example', 'null', 'http://localhost:4000/'])(
    'a custody route refuses Origin %s',
    async (origin) => {
      const { status, json, headers } = await context(origin);
      expect(status).toBe(403);
      expect(json.code).toBe('origin_not_allowed');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test.each(['cross-site', 'same-site', 'none'])(
    'a custody route refuses Sec-Fetch-Site %s',
    async (site) => {
      const { status } = await context('http://localhost:4000', { 'sec-fetch-site': site });
      expect(status).toBe(403);
    },
  );
});

test('an origin that matches a wildcard of the app is allowed outside production', async () => {
  const entry = {
    id: 'wildcard-app-000000000001',
    name: 'Wild',
    allowed_origins: ['https://*.preview.example.com'],
  };
  const wild = await createTestService({ apps: [entry] });
  const answer = await wild.call(sessionRoutes.refresh, {
    appId: entry.id,
    origin: 'https://pr-7.preview.example.com',
    body: {},
  });
  expect(answer.status).toBe(401);
  await wild.close();
});
