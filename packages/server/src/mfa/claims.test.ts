import { createServerClient } from '@latchkey/node';
import { createWalletOwner, type TestService } from '@latchkey/testkit';
import { mfaRoutes, sessionRoutes } from '@latchkey/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, enrolTotp, logInElsewhere, type Owner, openService } from './mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const backEnd = () =>
  createServerClient({
    appId: app.id,
    apiUrl: service.config.url,
    fetch: (input, init) => service.fetch(new Request(input, init)),
    now: () => service.clock.now(),
  });

async function refresh({ user }: Pick<Owner, 'user'>) {
  const { json } = await service.call(sessionRoutes.refresh, { body: { refresh_token: user.refreshToken } });
  user.refreshToken = json.refresh_token ?? '';
  return json;
}

test('an access token states how and when its session verified a factor, and nothing before that', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const other = await logInElsewhere(service, 'ada@example.com');
  expect(decodeJwt(other.user.token)).not.toHaveProperty('acr');
  expect(decodeJwt((await refresh(other)).token ?? '')).not.toHaveProperty('amr');
  await other.client.call(mfaRoutes.verifyTotp, { code: ada.codeAt() });
  const at = Math.floor(service.clock.now() / 1000);
  const { token } = await refresh(other);
  expect(decodeJwt(token ?? '')).toMatchObject({ acr: 'mfa', amr: ['mfa', 'otp'], mfa_verified_at: at });
});

test('a back end can refuse a session that verified no factor, or verified one too long ago', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  const latchkey = backEnd();
  const requireFactor = true;
  await expect(latchkey.verifyAccessToken(bea.user.token, { requireFactor })).rejects.toMatchObject({
    code: 'missing_or_invalid_mfa',
  });
  expect((await latchkey.verifyAccessToken(bea.user.token)).factor).toBeNull();
  await enrolTotp(service, bea);
  const { token } = await refresh(bea);
  const verified = await latchkey.verifyAccessToken(token ?? '', { requireFactor });
  expect(verified.factor).toEqual({ methods: ['mfa', 'otp'], verifiedAt: expect.any(Date) });
  const within = (maxAgeS: number) => latchkey.verifyAccessToken(token ?? '', { requireFactor: { maxAgeS } });
  expect((await within(60)).sessionId).toBe(verified.sessionId);
  service.clock.advance(120_000);
  await expect(within(60)).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
  await expect(within(Number.NaN)).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
});
