import { createTestService, type TestService } from '@latchkey/testkit';
import { appSecretRoutes, auditRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../audit/index.ts';
import { createSealing, openKeyring } from '../crypto/index.ts';
import { createAppSecrets } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const put = (name: string, secret: string | null, id = service.app.id) =>
  service.call(appSecretRoutes.put, { params: { id, name }, body: { secret }, bearer: 'test-admin-key' });

/** Creates another instance of the module, to read what it returns to other modules. */
function openModule() {
  const { world, config } = service;
  const sealing = createSealing(world, {
    keyring: openKeyring(world, config.partsKeks, config.aws),
    store: 'parts',
  });
  return createAppSecrets(world, { apps: { find: async () => null }, audit: createAudit(world), sealing });
}

test('an app’s secrets are stored by name, sealed, and can be deleted', async () => {
  expect((await put('google-drive', ' one ')).json).toEqual({ has_secret: true });
  expect((await put('oauth-google', 'two-and-only')).json).toEqual({ has_secret: true });
  const module = openModule();
  expect(await module.find(service.app.id, 'google-drive')).toBe('one');
  expect(await module.find(service.app.id, 'oauth-google')).toBe('two-and-only');
  expect(await module.find('another-app-0000000000001', 'oauth-google')).toBeNull();
  const rows = await service.database.db.execute(
    "select encode(secret, 'escape') as secret from app_secrets",
  );
  expect(JSON.stringify(rows)).not.toContain('two-and-only');

  expect((await put('oauth-google', null)).json).toEqual({ has_secret: false });
  expect(await module.find(service.app.id, 'oauth-google')).toBeNull();
});

test.each([
  ['moonpay', 'sk_live_1', 'sk_test_1'],
  ['moonpay-test', 'sk_test_1', 'sk_live_1'],
  ['moonpay-webhook', 'wk_live_1', ' wk_test_1'],
  ['moonpay-test-webhook', 'wk_test_1', 'wk_live_1'],
] as const)(
  'the operator’s API refuses a key of MoonPay’s other mode as the secret %s',
  async (name, right, wrong) => {
    expect((await put(name, right)).status).toBe(200);
    const { json, status } = await put(name, wrong);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
    expect(JSON.stringify(json)).not.toContain(wrong.trim());
    expect(await openModule().find(service.app.id, name)).toBe(right);
  },
);

test('an app’s secret that was moved to another name in the database does not open', async () => {
  await put('telegram-bot', 'of the bot');
  await service.database.db.execute(
    "update app_secrets set name = 'oauth-apple' where name = 'telegram-bot'",
  );
  await expect(openModule().find(service.app.id, 'oauth-apple')).rejects.toThrow();
});

test('the operator’s API refuses an app secret with an unknown name, of an unknown app or without the operator’s key, and records which secret was set but not its value', async () => {
  const unknown = await put('constructor', 'x');
  expect(unknown.status).toBe(400);
  expect(unknown.json.code).toBe('invalid_data');
  expect((await put('oauth-google', 'x', 'another-app-0000000000001')).json.code).toBe('app_not_found');
  const stranger = await service.call(appSecretRoutes.put, {
    params: { id: service.app.id, name: 'oauth-google' },
    body: { secret: 'x' },
    bearer: 'nobody',
  });
  expect(stranger.status).toBe(401);
  expect(stranger.json.code).toBe('missing_or_invalid_token');

  await put('oauth-github', 'a-secret-of-github');
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: service.app.id },
    bearer: 'test-admin-key',
  });
  const event = json.events.at(-1);
  expect(event?.kind).toBe('provider_secret.set');
  expect(event?.actor.type).toBe('operator');
  expect(event?.details).toEqual({ name: 'oauth-github' });
  expect(JSON.stringify(json)).not.toContain('a-secret-of-github');
});
