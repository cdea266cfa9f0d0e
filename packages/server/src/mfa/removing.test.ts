import { createTestService, type TestService } from '@latchkey/testkit';
import { custodyRoutes, mfaRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, logInElsewhere, type Owner, openService } from './mfa.testkit.ts';

const dayMs = 24 * 60 * 60_000;
let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [{ ...app, mfa_removal_days: 7 }] });
});
afterAll(() => service.close());

const request = (owner: Pick<Owner, 'user'>, at = service) =>
  at.call(mfaRoutes.requestRemoval, { bearer: owner.user.token, body: {} });
const cancel = (bearer: string) => service.call(mfaRoutes.cancelRemoval, { bearer, body: {} });
const removalOf = async (owner: Pick<Owner, 'user'>) =>
  (await service.call(mfaRoutes.list, { bearer: owner.user.token })).json;

/** Advances the clock day by day and runs the removal job each day. */
async function passDays(days: number) {
  for (let day = 0; day < days; day += 1) {
    service.clock.advance(dayMs);
    const job = service.service.jobs.find(({ name }) => name === 'mfa-removals');
    await job?.run();
    await service.service.sweep();
  }
}
const toldOf = (email: string, subject: string) =>
  service.outbox.messages.filter((mail) => mail.to === email && mail.subject === subject).length;
const pending = 'Your Tidewater verification methods are about to be removed';

test('a request to remove all factors is refused in an app that has not enabled such removals', async () => {
  const plain = await createTestService({ apps: [app] });
  const ada = await createProtected(plain, 'ada@example.com');
  expect((await request(ada, plain)).json.code).toBe('not_supported');
  await plain.close();
});

test('all factors are removed after the waiting period, and the owner is notified at the start and daily', async () => {
  await createProtected(service, 'bea@example.com');
  const back = await logInElsewhere(service, 'bea@example.com');
  service.outbox.clear();
  const { json } = await request(back);
  expect(json.removes_at).toBe(Math.floor((service.clock.now() + 7 * dayMs) / 1000));
  // A second request neither delays nor advances the removal.
  service.clock.advance(1_000);
  expect((await request(back)).json.removes_at).toBe(json.removes_at);
  await passDays(6);
  expect(toldOf('bea@example.com', pending)).toBe(7);
  const early = await logInElsewhere(service, 'bea@example.com');
  expect((await removalOf(early)).removal?.removes_at).toBe(json.removes_at);
  expect((await removalOf(early)).factors).toHaveLength(1);
  await passDays(1);
  const late = await logInElsewhere(service, 'bea@example.com');
  expect(await removalOf(late)).toMatchObject({ factors: [], removal: null, backup_codes: 0 });
  expect(toldOf('bea@example.com', 'A verification method was removed from your Tidewater account')).toBe(1);
  const { json: refreshed } = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: late.user.refreshToken },
  });
  expect(refreshed.user?.mfa_methods).toEqual([]);
});

test('a session from before the request can cancel a removal of the factors, but the requesting session and a later one cannot', async () => {
  const cleo = await createProtected(service, 'cleo@example.com');
  service.clock.advance(1_000);
  const thief = await logInElsewhere(service, 'cleo@example.com');
  service.clock.advance(1_000);
  await request(thief);
  service.clock.advance(1_000);
  const later = await logInElsewhere(service, 'cleo@example.com');
  for (const { user } of [thief, later])
    expect((await cancel(user.token)).json.code).toBe('missing_or_invalid_mfa');
  // The requesting session cannot cancel it through its wallet frame either.
  expect((await thief.client.call(mfaRoutes.cancelRemoval, {})).json.code).toBe('missing_or_invalid_mfa');
  expect((await removalOf(thief)).removal).not.toBeNull();
  expect((await cancel(cleo.user.token)).json).toEqual({});
  expect((await cancel(cleo.user.token)).json.code).toBe('not_found');
  await passDays(8);
  const back = await logInElsewhere(service, 'cleo@example.com');
  expect((await removalOf(back)).factors).toHaveLength(1);
});

test('a removal of the factors ends when one is verified, and can be cancelled by an older wallet device or the operator', async () => {
  for (const [index, way] of ['factor', 'device', 'operator'].entries()) {
    const email = `dana${index}@example.com`;
    const dana = await createProtected(service, email);
    const thief = await logInElsewhere(service, email);
    await request(thief);
    if (way === 'factor') await dana.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt() });
    if (way === 'device') {
      // The owner's browser may cancel after a new login. Another browser may not.
      const again = await logInElsewhere(service, email);
      const token = again.user.privyAccessToken;
      expect((await again.client.call(mfaRoutes.cancelRemoval, {})).json.code).toBe('missing_or_invalid_mfa');
      expect((await dana.client.call(mfaRoutes.cancelRemoval, {}, { token })).json).toEqual({});
    }
    if (way === 'operator') {
      const params = { id: app.id, user_id: dana.user.userId };
      const bearer = service.config.adminKey;
      expect((await service.call(mfaRoutes.cancelRemovalOf, { params, bearer, body: {} })).json).toEqual({});
    }
    expect((await removalOf(thief)).removal).toBeNull();
  }
});

test('a backup code does not cancel a removal of the factors, but the session that used it can', async () => {
  const finn = await createProtected(service, 'finn@example.com');
  service.clock.advance(60_000);
  await finn.client.call(mfaRoutes.verifyTotp, { code: finn.codeAt(), purpose: 'backup_codes' });
  const { json } = await finn.client.call(mfaRoutes.makeBackupCodes, {});
  const back = await logInElsewhere(service, 'finn@example.com');
  await request(back);
  expect((await back.client.call(mfaRoutes.verifyBackupCode, { code: json.codes[0] ?? '' })).status).toBe(
    200,
  );
  expect((await removalOf(back)).removal).not.toBeNull();
  expect((await back.client.call(mfaRoutes.cancelRemoval, {})).json).toEqual({});
  expect((await removalOf(back)).removal).toBeNull();
});

test('[MFA-36] a request to remove the factors requires a login of the last ten minutes, and opens no wallet', async () => {
  const elsa = await createProtected(service, 'elsa@example.com');
  const thief = await logInElsewhere(service, 'elsa@example.com');
  service.clock.advance(600_001);
  expect((await request(thief)).json.code).toBe('recent_login_required');
  const fresh = await logInElsewhere(service, 'elsa@example.com');
  expect((await request(fresh)).status).toBe(200);
  expect((await fresh.client.call(custodyRoutes.recover, elsa.wallet.ref)).json.code).toBe(
    'missing_or_invalid_mfa',
  );
});
