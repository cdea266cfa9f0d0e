import { createTestService, type TestService } from '@latchkey/testkit';
import { adminRoutes, getAppRoute } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoApp, demoAppId } from './demoApp.ts';

const preview = { id: 'preview-app-0000000000001', name: 'Preview', email_auth: true };
const previewOrigin = 'https://pr-1.preview.example.com';

let service: TestService;
const apps = [demoApp, { ...preview, allowed_origins: ['https://*.preview.example.com'] }];
beforeAll(async () => {
  service = await createTestService({ apps });
});
afterAll(() => service.close());

/** Returns whether the app config allows an origin, and whether a request from it is refused. */
async function requestFrom(origin: string, appId: string, asked: TestService = service) {
  const { json } = await asked.call(getAppRoute, { params: { id: appId }, appId, origin });
  const call = await asked.fetch(
    new Request('http://localhost:4000/api/v1/sessions/logout', {
      method: 'POST',
      headers: { origin, 'privy-app-id': appId, 'content-type': 'application/json' },
      body: '{}',
    }),
  );
  const { code } = (await call.json()) as { code?: string };
  return { allowed: json.origin_allowed, isRefused: code === 'origin_not_allowed', code: json.code };
}

const framed = async (appId: string, asked: TestService = service) => {
  const page = await asked.fetch(new Request(`http://localhost:4000/apps/${appId}/embedded-wallets`));
  return /frame-ancestors ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '';
};

describe('the demo app in development', () => {
  test.each([
    'http://localhost:3000',
    'http://localhost:3001',
    'http://localhost:5174',
    'http://127.0.0.1:65535',
    'http://localhost',
  ])('the demo app accepts the origin %s', async (origin) => {
    expect(await requestFrom(origin, demoAppId)).toMatchObject({ allowed: true, isRefused: false });
    const preflight = await service.fetch(
      new Request('http://localhost:4000/api/v1/sessions', { method: 'OPTIONS', headers: { origin } }),
    );
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test.each([
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
    'http://localhost:3000.evil.example',
    'http://evil.example#http://localhost:3000',
    'http://192.168.0.7:3000',
    'http://127.0.0.1.evil.example',
    'http://localhost:',
    'http://localhost:*',
    'http://localhost:3000x',
    'null',
  ])('[S26] the demo app refuses the origin %s', async (origin) => {
    expect(await requestFrom(origin, demoAppId)).toMatchObject({ allowed: false, isRefused: true });
  });

  test('the demo app lets pages on any port embed the wallet frame', async () => {
    expect((await framed(demoAppId)).split(' ')).toEqual(
      expect.arrayContaining(['http://localhost:*', 'http://127.0.0.1:*']),
    );
  });
});

test('an app other than the demo app accepts only the ports that it lists, and cannot list them all', async () => {
  expect(await requestFrom('http://localhost:3001', service.app.id)).toMatchObject({
    allowed: false,
    isRefused: true,
  });
  expect(await framed(service.app.id)).not.toContain(':*');
  for (const origin of ['http://localhost:*', 'http://127.0.0.1:*', 'https://app.example.com:*']) {
    const body = { name: 'Mine', allowed_origins: [origin] };
    const { json } = await service.call(adminRoutes.createApp, { body, bearer: 'test-admin-key' });
    expect(json.data?.field).toBe('allowed_origins.0');
  }
});

test('[S55] production disables a demo app in the database, and ignores wildcards from development', async () => {
  const config = { production: true, hostedUrl: null, appsFile: '/etc/latchkey.config.json' };
  expect(await requestFrom(previewOrigin, preview.id)).toMatchObject({ allowed: true, isRefused: false });
  const strict = await service.startAnother({ config, apps: [preview] });
  expect(await requestFrom('http://localhost:3000', demoAppId, strict)).toMatchObject({
    code: 'app_disabled',
  });
  await strict.close();
  // The database has the app with its wildcard, but no file lists it.
  const wild = { ...preview, allowed_origins: ['https://*.preview.example.com', 'https://app.example.com'] };
  await (await service.startAnother({ apps: [demoApp, wild] })).close();
  const without = await service.startAnother({ config, apps: [] });
  expect(await requestFrom(previewOrigin, preview.id, without)).toMatchObject({
    allowed: false,
    isRefused: true,
  });
  expect(await requestFrom('https://app.example.com', preview.id, without)).toMatchObject({ allowed: true });
  expect(await framed(preview.id, without)).toBe('https://app.example.com');
  await without.close();

  // Restores the apps.
  await (await service.startAnother({ apps })).close();
  service.clock.advance(11_000);
  expect(await requestFrom(previewOrigin, preview.id)).toMatchObject({ allowed: true });
});
