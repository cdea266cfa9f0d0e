import { createTestService, type TestService } from '@latchkey/testkit';
import { mfaRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtected, logInElsewhere } from '../mfa/mfa.testkit.ts';
import { hostedPage, providerApp, requestByCrossApp, requesterApp } from './crossApp.testkit.ts';

let service: TestService;
beforeAll(async () => {
  const wanting = { ...providerApp(), mfa_methods: ['totp' as const], mfa_at_login: true };
  service = await createTestService({ apps: [wanting, requesterApp] });
});
afterAll(() => service.close());

test('[MFA-36] until the second factor is verified, a user who takes a request is told to log in, and can neither open nor answer it', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const half = await logInElsewhere(service, 'ada@example.com');
  const page = hostedPage(service, half.user.token);
  const { trip } = await requestByCrossApp(service);
  const { json } = await page.take(trip.id);
  expect(json).toMatchObject({ state: 'login', is_first: true });
  expect((await page.open(json.handle)).json.code).toBe('missing_or_invalid_mfa');
  expect((await page.answer(json.handle)).json.code).toBe('missing_or_invalid_mfa');

  await half.client.call(mfaRoutes.verifyTotp, { code: ada.codeAt() });
  const { token } = (
    await service.call(sessionRoutes.refresh, {
      bearer: half.user.token,
      body: { refresh_token: half.user.refreshToken },
    })
  ).json;
  const whole = hostedPage(service, token ?? '');
  expect((await whole.open(json.handle)).json).toMatchObject({ state: 'ready' });
  expect((await whole.answer(json.handle)).status).toBe(200);
});
