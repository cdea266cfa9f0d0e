import { createWalletOwner, type TestService } from '@latchkey/testkit';
import { auditRoutes, custodyRoutes, limits, mfaRoutes, sessionRoutes } from '@latchkey/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, createProtected, enrolTotp, logInElsewhere, openService, signFactor } from './mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const { listOf, removeAllOf } = mfaRoutes;
const callOf = (userId: string, id = app.id) => ({
  bearer: service.config.adminKey,
  params: { id, user_id: userId },
});

test('the operator sees a user’s factors without secrets', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const { json } = await service.call(listOf, callOf(ada.user.userId));
  expect(json).toMatchObject({ factors: [{ type: 'totp', name: null }], backup_codes: 0, removal: null });
  expect(JSON.stringify(json)).not.toContain(ada.secret);
});

test('the operator removes all factors and backup codes of a user, and the user is notified', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  const { codeAt } = await enrolTotp(service, bea);
  await bea.client.call(mfaRoutes.makeBackupCodes, {});
  const phoneNumber = '+12015550701';
  await bea.client.call(mfaRoutes.verifyTotp, { code: codeAt(), purpose: 'change_factors' });
  await bea.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber });
  const sms = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  expect((await bea.client.call(mfaRoutes.enrolSms, sms)).status).toBe(200);
  const lost = await logInElsewhere(service, 'bea@example.com');
  expect((await lost.client.call(custodyRoutes.recover, bea.wallet.ref)).json.code).toBe(
    'missing_or_invalid_mfa',
  );
  service.outbox.clear();

  const { status, json } = await service.call(removeAllOf, callOf(bea.user.userId));
  expect(status).toBe(200);
  expect(json.methods.toSorted()).toEqual(['sms', 'totp']);
  const list = await service.call(listOf, callOf(bea.user.userId));
  expect(list.json).toEqual({ factors: [], backup_codes: 0, removal: null });
  expect((await service.call(removeAllOf, callOf(bea.user.userId))).json.code).toBe('not_found');
  await service.service.sweep();
  const mails = () => service.outbox.messages.filter(({ to }) => to === 'bea@example.com');
  const removed = 'A verification method was removed from your Tidewater account';
  // The request may still be sending a notice, which the sweep then skips.
  await expect.poll(() => mails().map(({ subject }) => subject)).toEqual([removed, removed]);
  await service.service.seal();
  const events = await service.call(auditRoutes.list, {
    params: { id: app.id },
    bearer: service.config.adminKey,
    body: { limit: '1000' },
  });
  const told = events.json.events.filter(
    ({ actor, kind, user_id }) =>
      user_id === bea.user.userId && kind === 'mfa.disabled' && actor.type === 'operator',
  );
  expect(told).toHaveLength(2);

  // The owner can use the wallet again after a login. A new enrolment requires the wallet's signature, like the
  // first.
  const back = await logInElsewhere(service, 'bea@example.com');
  expect((await back.client.call(custodyRoutes.recover, bea.wallet.ref)).status).toBe(200);
  const { json: started } = await back.client.call(mfaRoutes.startTotp, {});
  const unsigned = await back.client.call(mfaRoutes.enrolTotp, { code: '000000' });
  expect(started.enrollment_id !== '').toBe(true);
  expect(unsigned.json.code).toBe('wallet_signature_required');
  const wallet = signFactor({ ...bea, user: back.user }, 'totp', started.enrollment_id);
  const wrong = await back.client.call(mfaRoutes.enrolTotp, { code: 'wrong', wallet });
  expect(wrong.status).toBeLessThan(500);
});

test('the tokens of a session no longer state its verification after the factor was removed', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  await enrolTotp(service, cleo);
  const claims = async () => {
    const { json } = await service.call(sessionRoutes.refresh, {
      body: { refresh_token: cleo.user.refreshToken },
    });
    cleo.user.refreshToken = json.refresh_token ?? '';
    return decodeJwt(json.token ?? '');
  };
  expect(await claims()).toMatchObject({ acr: 'mfa' });
  await service.call(removeAllOf, callOf(cleo.user.userId));
  expect(await claims()).not.toHaveProperty('acr');
  // A factor that another browser enrols does not restore the session's verification.
  const back = await logInElsewhere(service, 'cleo@example.com');
  await enrolTotp(service, { ...cleo, client: back.client, user: back.user });
  expect(await claims()).not.toHaveProperty('acr');
});

test('only the operator can remove a user’s factors, and unknown users and apps are reported as such', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const call = callOf(dana.user.userId);
  for (const bearer of [dana.user.token, 'no-key']) {
    const { json } = await service.call(removeAllOf, { ...call, bearer });
    expect(json.code).toBe('missing_or_invalid_token');
  }
  expect((await service.call(removeAllOf, callOf('did:privy:unknown'))).json.code).toBe('not_found');
  expect((await service.call(listOf, callOf('did:privy:unknown'))).json.code).toBe('not_found');
  const other = callOf(dana.user.userId, 'latchkey-test-app-0000099');
  expect((await service.call(removeAllOf, other)).json.code).toBe('app_not_found');
  expect((await service.call(listOf, call)).json.factors).toHaveLength(1);
});

test('the service forgets the proof keys of browsers that last verified 180 days ago', async () => {
  const elsa = await createProtected(service, 'elsa@example.com');
  const count = service.database.statement('test_known', 'select 1 from mfa_known_keys where user_id = $1');
  service.clock.advance(limits.knownKeyLifeMs - 120_000);
  await service.service.sweep();
  expect(await count([elsa.user.userId])).toHaveLength(1);
  service.clock.advance(120_000);
  await service.service.sweep();
  expect(await count([elsa.user.userId])).toEqual([]);
});

// Runs last, because it changes the app for all later tests.
test('when the operator shortens the trusted time, a wallet that is unlocked already locks sooner too', async () => {
  const fay = await createProtected(service, 'fay@example.com');
  await fay.client.call(mfaRoutes.verifyTotp, { code: fay.codeAt() });
  service.clock.advance(120_000);
  const unlockedFor = async () => (await fay.client.call(custodyRoutes.verifyToken, {})).json.unlocked_for;
  expect(await unlockedFor()).toBe(780);
  const other = await service.startAnother({ apps: [{ ...app, mfa_trusted_time: 180 }] });
  const at = { at: other };
  const { json } = await fay.client.call(custodyRoutes.verifyToken, {}, at);
  expect(json.unlocked_for).toBe(60);
  service.clock.advance(60_000);
  const refused = await fay.client.call(custodyRoutes.recover, fay.wallet.ref, at);
  expect(refused.json.code).toBe('missing_or_invalid_mfa');
  await other.close();
});
