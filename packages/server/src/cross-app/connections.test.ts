import type { TestService } from '@latchkey/testkit';
import { adminRoutes, checkedRoutes, requesterRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  gameOrigin,
  hosted,
  providerId,
  requesterId,
  serviceUrl,
  shopOrigin,
  startCrossApp,
} from './crossApp.testkit.ts';

let service: TestService;
const thirdId = 'latchkey-third-app-000001';
beforeAll(async () => {
  service = await startCrossApp({
    apps: [
      {
        id: thirdId,
        name: 'Third',
        allowed_origins: ['https://third.example'],
        email_auth: true,
        cross_app_requesters: [{ app_id: requesterId, read_only: true }],
      },
    ],
  });
});
afterAll(() => service.close());

const list = (appId = requesterId, origin: string | null = gameOrigin) =>
  service.call(requesterRoutes.crossAppConnections, { appId, origin });
const operator = { bearer: 'test-admin-key' };

test('[XAPP-02] an app reads the providers that list it, with the details that its client needs', async () => {
  expect((await list()).json.connections).toEqual([
    {
      provider_app_id: providerId,
      provider_app_name: 'Wallets',
      read_only: false,
      provider_app_icon_url: 'https://wallets.example/logo.png',
      provider_app_custom_api_url: serviceUrl,
      hosted_url: hosted,
    },
    {
      provider_app_id: thirdId,
      provider_app_name: 'Third',
      read_only: true,
      provider_app_icon_url: null,
      provider_app_custom_api_url: serviceUrl,
      hosted_url: hosted,
    },
  ]);
  expect((await list(providerId, 'http://localhost:3000')).json.connections).toEqual([]);
  const others = await service.call(requesterRoutes.crossAppConnections, {
    appId: requesterId,
    origin: gameOrigin,
    params: { id: providerId },
  });
  expect(others.json.code).toBe('app_not_found');
});

test('[XAPP-02] a provider that is disabled or removes the app from its list disappears within ten seconds', async () => {
  const apiApp = {
    id: 'latchkey-fourth-app-00001',
    name: 'Fourth',
    cross_app_requesters: [{ app_id: requesterId, read_only: false }],
  };
  const names = async () => (await list()).json.connections.map(({ provider_app_name: name }) => name);
  const change = async (body: object) => {
    const { status } = await service.call(adminRoutes.updateApp, {
      ...operator,
      params: { id: apiApp.id },
      body,
    });
    expect(status).toBe(200);
    service.clock.advance(10_000);
  };
  expect((await service.call(adminRoutes.createApp, { ...operator, body: apiApp })).status).toBe(200);
  service.clock.advance(10_000);
  expect(await names()).toContain('Fourth');
  await change({ cross_app_requesters: [] });
  expect(await names()).not.toContain('Fourth');
  await change({ cross_app_requesters: apiApp.cross_app_requesters });
  expect(await names()).toContain('Fourth');
  await change({ disabled: true });
  expect(await names()).not.toContain('Fourth');
});

test('a deployment without hosted pages lists no providers for an app', async () => {
  const without = await service.startAnother({ config: { hostedUrl: null } });
  const { json } = await without.call(requesterRoutes.crossAppConnections, {
    appId: requesterId,
    origin: gameOrigin,
  });
  expect(json.connections).toEqual([]);
  await without.close();
});

const details = (origin: string | null) =>
  service.call(requesterRoutes.crossAppDetails, { appId: null, origin, params: { id: providerId } });

test('any page may read the details of a provider, and only a page of an app gets CORS credentials', async () => {
  const { json, headers } = await details(shopOrigin);
  expect(json).toEqual({
    name: 'Wallets',
    icon_url: 'https://wallets.example/logo.png',
    custom_api_url: serviceUrl,
    custom_connect_url: `${serviceUrl}/cross-app/connect`,
    custom_transact_url: `${serviceUrl}/cross-app/transact`,
  });
  expect(headers.get('access-control-allow-origin')).toBe(shopOrigin);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  const known = await details(gameOrigin);
  expect(known.headers.get('access-control-allow-origin')).toBe(gameOrigin);
  expect(known.headers.get('access-control-allow-credentials')).toBe('true');
  const unknown = await service.call(requesterRoutes.crossAppDetails, {
    appId: null,
    origin: shopOrigin,
    params: { id: 'latchkey-none-app-0000001' },
  });
  expect(unknown.json.code).toBe('app_not_found');
});

test('the published connector may request details from a page of no app, with the header that it sets', async () => {
  const preflight = await service.fetch(
    new Request(`${serviceUrl}/api/v1/apps/${providerId}/cross-app/details`, {
      method: 'OPTIONS',
      headers: {
        origin: shopOrigin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'content-type',
      },
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(shopOrigin);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
});

test('pages other than the hosted ones may not take, open or answer a cross-app request', async () => {
  const routes = checkedRoutes.filter(({ route }) => /^crossApp\.(?:take|open|answer)$/.test(route.name));
  expect(routes).toHaveLength(3);
  for (const { route } of routes) {
    for (const origin of [null, 'http://localhost:3000', gameOrigin, serviceUrl]) {
      const body = { id: 'x'.repeat(43), handle: 'x'.repeat(43), allow: true };
      const { json } = await service.call(route, { appId: providerId, origin, body });
      expect(origin, route.name).toEqual(origin);
      expect(json.code, route.name).toBe('origin_not_allowed');
    }
  }
});

test('the hosted pages do not receive the custom address of an app', async () => {
  const own = await startCrossApp({ requester: { custom_api_url: 'https://privy.game.example' } });
  const config = async (origin: string) =>
    (
      await own.fetch(new Request(`${serviceUrl}/api/v1/apps/${requesterId}`, { headers: { origin } }))
    ).json();
  expect(await config(gameOrigin)).toMatchObject({ custom_api_url: 'https://privy.game.example' });
  expect(await config(hosted)).toMatchObject({ custom_api_url: null });
  await own.close();
});
