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
  test.each([own, hosted])('of %s is answered with credentials, by its exact name', async (origin) => {
    const { status, headers } = await refresh(origin);
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toBe('Origin, privy-app-id');
  });

  test.each([
    'https://other.example',
    'https://evil.example',
    'http://localhost:4000',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'null',
    '',
  ])('of "%s" is refused, and may not read why', async (origin) => {
    const { status, json, headers } = await refresh(origin);
    expect([status, json.code]).toEqual([403, 'origin_not_allowed']);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('without an Origin (a server, a native app) is accepted', async () => {
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
    'of %s, an origin of some app, is allowed',
    async (origin) => {
      const answer = await preflight(origin, emailRoutes.sendCode.path);
      expect(answer).toMatchObject({ status: 204, origin, credentials: 'true' });
      expect(answer.headers.split(', ')).toEqual([...requestHeaders]);
      expect(answer.maxAge).toBeGreaterThan(0);
    },
  );

  test('of an origin of no app is refused', async () => {
    expect(await preflight('https://evil.example', emailRoutes.sendCode.path)).toMatchObject({
      status: 403,
      origin: null,
    });
  });

  test('for the config of an app is allowed to anyone, without credentials', async () => {
    const path = getAppRoute.path.replace('{id}', service.app.id);
    const answer = await preflight('https://evil.example', path);
    expect(answer).toMatchObject({ status: 204, origin: 'https://evil.example', credentials: null });
  });

  test.each([
    '/api/v1/frame/wallets/connect',
    '/api/v1/frame/context',
    '/api/v1/admin/apps',
    '/api/v1/admin/apps/x',
  ])('for %s is refused to everybody', async (path) => {
    for (const origin of [own, hosted, 'http://localhost:4000']) {
      expect(await preflight(origin, path)).toMatchObject({ status: 403, origin: null });
    }
  });
});

describe('[S26] a custody route', () => {
  const body = { app_id: 'latchkey-test-app-0000001', parent_origin: own, ancestor_origins: [own] };
  const context = (origin: string | null, headers: Record<string, string> = {}) =>
    service.call(custodyRoutes.context, { origin, headers, body });

  test("answers the service's own page alone, without CORS headers", async () => {
    const { status, headers } = await context('http://localhost:4000', { 'sec-fetch-site': 'same-origin' });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test("tells a frame that calls from where it stands, but not from the service's address, which one that is", async () => {
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
    'refuses Origin %s',
    async (origin) => {
      const { status, json, headers } = await context(origin);
      expect([status, json.code]).toEqual([403, 'origin_not_allowed']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test.each(['cross-site', 'same-site', 'none'])('refuses Sec-Fetch-Site %s', async (site) => {
    const { status } = await context('http://localhost:4000', { 'sec-fetch-site': site });
    expect(status).toBe(403);
  });
});

test('an origin under a wildcard of the app is let in outside production', async () => {
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
