import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmailLogin, findRecentLogin, logout } from '../index.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

it('[LAND-07] the last login is remembered per app, after the logout and on the next page', async () => {
  const { client, profile } = createTestClient(service);
  await client.start();
  expect(findRecentLogin(client)).toBeNull();
  const login = createEmailLogin(client);
  await login.sendCode({ email: 'ada@company.example' });
  expect(findRecentLogin(client)).toBeNull();
  await login.loginWithCode({ code: service.outbox.codeFor('ada@company.example') });
  await logout(client);

  const next = createTestClient(service, { profile }).client;
  expect(findRecentLogin(next)).toEqual({ method: 'email', walletClientType: null });
  const elsewhere = createTestClient(service, { profile, appId: 'latchkey-test-app-0000002' }).client;
  expect(findRecentLogin(elsewhere)).toBeNull();
});
