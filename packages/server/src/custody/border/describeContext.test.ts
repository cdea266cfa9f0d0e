import { createTestService, type TestService } from '@latchkey/testkit';
import { custodyRoutes, limits } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['https://host.example', 'https://other.example'],
  embedding_origins: ['https://web.telegram.org', 'https://*.mini.example'],
};
const strict = {
  ...app,
  id: 'latchkey-long-app-0000001',
  name: 'App with long passwords',
  embedded_wallet_config: { create_on_login: 'off', recovery_password_min_length: 20 },
} as const;
const host = 'https://host.example';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, strict] });
});
afterAll(() => service.close());

async function isAllowed(
  parent_origin: string,
  ancestor_origins: string[],
  app_id = app.id,
): Promise<boolean> {
  const body = { app_id, parent_origin, ancestor_origins };
  const { status, json } = await service.call(custodyRoutes.context, { body });
  expect(status).toBe(200);
  expect(json.dpop_nonce).toBeTruthy();
  return json.allowed;
}

test.each<[string, string[]]>([
  [host, []],
  [host, [host]],
  ['http://localhost:4002', ['http://localhost:4002']],
  [host, [host, 'https://other.example']],
  [host, [host, 'https://web.telegram.org']],
  [host, [host, 'https://one.mini.example', 'https://web.telegram.org']],
])('[S3] the frame may run in %s with ancestors %j', async (parent, ancestors) => {
  expect(await isAllowed(parent, ancestors)).toBe(true);
});

test.each<[string, string[]]>([
  ['https://evil.example', []],
  ['null', []],
  ['', []],
  ['https://host.example:8443', []],
  ['http://host.example', []],
  ['https://web.telegram.org', []],
  [host, ['https://evil.example']],
  [host, ['https://other.example']],
  [host, [host, 'https://evil.example']],
  [host, [host, 'https://web.telegram.org', 'https://evil.example']],
  [host, [host, 'null']],
])('[S3] the frame may not run in %s with ancestors %j', async (parent, ancestors) => {
  expect(await isAllowed(parent, ancestors)).toBe(false);
});

test('[S6] the frame may not run if its context request names another app in the body', async () => {
  expect(await isAllowed(host, [host], 'latchkey-other-app-000001')).toBe(false);
});

test.each([
  [app.id, limits.recoveryPasswordLength],
  [strict.id, 20],
])('the frame of %s is told to require passwords of at least %i characters', async (appId, length) => {
  const body = { app_id: appId, parent_origin: host, ancestor_origins: [host] };
  const { json } = await service.call(custodyRoutes.context, { appId, body });
  expect(json.recovery_password_length).toBe(length);
});
