import { createWalletOwner, type TestService } from '@latchkey/testkit';
import { auditRoutes, mfaRoutes, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  app,
  authenticatorOf,
  createProtected,
  enrolTotp,
  logInElsewhere,
  openService,
  signFactor,
  wrongOf,
} from '../mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const { startTotp, enrolTotp: enrol, verifyTotp, removeTotp } = mfaRoutes;

test('[MFA-16, MFA-33, MFA-34] an authenticator app is enrolled, listed, verified and removed', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const { json: started } = await ada.client.call(startTotp, {});
  expect(started.totpAuthUrl).toContain(`secret=${started.totpSecret}`);
  expect(started.totpAuthUrl).toContain('ada%40example.com');
  expect(started.totpSecret).toMatch(/^[A-Z2-7]{32}$/);

  const codeAt = authenticatorOf(service, started.totpSecret);
  const wallet = signFactor(ada, 'totp', started.enrollment_id);
  const { json: user } = await ada.client.call(enrol, { code: codeAt(), wallet });
  const at = Math.floor(service.clock.now() / 1000);
  expect(user.mfa_methods).toEqual([{ type: 'totp', verified_at: at }]);
  const { json } = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: ada.user.refreshToken },
  });
  expect(json.user?.mfa_methods).toEqual(user.mfa_methods);

  service.clock.advance(60_000);
  const verified = await ada.client.call(verifyTotp, { code: codeAt(), purpose: 'change_factors' });
  expect(verified.json).toEqual({ token: expect.any(String), unlocked_for: 900, fresh_for: 120 });
  const list = await service.call(mfaRoutes.list, { bearer: ada.user.token });
  expect(list.json.factors).toEqual([
    {
      id: expect.any(String),
      type: 'totp',
      name: null,
      created_at: at,
      is_usable: true,
      last_used_at: Math.floor(service.clock.now() / 1000),
    },
  ]);
  expect(JSON.stringify(list.json)).not.toContain(started.totpSecret);

  expect((await ada.client.call(removeTotp, {})).json).toEqual({ success: true });
  const { json: after } = await service.call(mfaRoutes.list, { bearer: ada.user.token });
  expect(after.factors).toEqual([]);
});

test('[S31] a TOTP time step is accepted once; the enrolling step and the step before the last used one are refused', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  const { json: started } = await bea.client.call(startTotp, {});
  const codeAt = authenticatorOf(service, started.totpSecret);
  const wallet = signFactor(bea, 'totp', started.enrollment_id);
  const first = codeAt();
  await bea.client.call(enrol, { code: first, wallet });
  expect((await bea.client.call(verifyTotp, { code: first })).json.code).toBe('missing_or_invalid_mfa');
  expect((await bea.client.call(verifyTotp, { code: codeAt(30) })).status).toBe(200);
  // The current step is earlier than the one that was just used.
  expect((await bea.client.call(verifyTotp, { code: codeAt() })).status).toBe(401);
  service.clock.advance(60_000);
  const both = await Promise.all([1, 2].map(() => bea.client.call(verifyTotp, { code: codeAt() })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('[S31] wrong TOTP codes get the same answer, whether made up, of another time or of another user', async () => {
  const cleo = await createProtected(service, 'cleo@example.com');
  const eve = await createProtected(service, 'eve@example.com');
  const answers = [];
  for (const code of [wrongOf(cleo.codeAt()), cleo.codeAt(-90), cleo.codeAt(90), eve.codeAt()]) {
    service.clock.advance(10_000);
    const { status, json } = await cleo.client.call(verifyTotp, { code });
    answers.push(JSON.stringify([status, json]));
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('check that the clock of your device is right');
});

test('a TOTP enrolment that was restarted, has expired or belongs to another browser cannot be completed', async () => {
  const dana = await createWalletOwner(service, 'dana@example.com');
  const { json: left } = await dana.client.call(startTotp, {});
  const { json: started } = await dana.client.call(startTotp, {});
  const old = {
    code: authenticatorOf(service, left.totpSecret)(),
    wallet: signFactor(dana, 'totp', left.enrollment_id),
  };
  expect((await dana.client.call(enrol, old)).status).not.toBe(200);

  const codeAt = authenticatorOf(service, started.totpSecret);
  const wallet = signFactor(dana, 'totp', started.enrollment_id);
  const elsewhere = await logInElsewhere(service, 'dana@example.com');
  expect((await elsewhere.client.call(enrol, { code: codeAt(), wallet })).json.code).toBe('not_found');
  service.clock.advance(600_000);
  expect((await dana.client.call(enrol, { code: codeAt(), wallet })).json.code).toBe('not_found');
  const { json } = await service.call(mfaRoutes.list, { bearer: elsewhere.user.token });
  expect(json.factors).toEqual([]);
});

test('[S32] the enrolment and the removal of an authenticator app are recorded, and the user is notified of both', async () => {
  const fay = await createWalletOwner(service, 'fay@example.com');
  service.outbox.clear();
  const { codeAt } = await enrolTotp(service, fay);
  await fay.client.call(verifyTotp, { code: codeAt(), purpose: 'change_factors' });
  await fay.client.call(removeTotp, {});
  await service.service.sweep();
  const subjects = service.outbox.messages
    .filter(({ to }) => to === 'fay@example.com')
    .map(({ subject }) => subject);
  expect(subjects).toEqual([
    'A verification method was added to your Tidewater account',
    'A verification method was removed from your Tidewater account',
  ]);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: app.id },
    bearer: service.config.adminKey,
    body: { limit: '1000' },
  });
  const kinds = json.events.filter(({ user_id }) => user_id === fay.user.userId).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('mfa.'))).toEqual([
    'mfa.enabled',
    'mfa.verified',
    'mfa.disabled',
  ]);
});

test('[S31] a TOTP secret is sealed for its user and factor, so it does not open after a move to another user', async () => {
  const gwen = await createProtected(service, 'gwen@example.com');
  const hana = await createProtected(service, 'hana@example.com');
  const read = service.database.statement<{ secret: Uint8Array }>(
    'test_secret',
    'select secret from mfa_factors where user_id = $1',
  );
  const [row] = await read([gwen.user.userId]);
  expect(Buffer.from(row?.secret ?? []).toString('latin1')).not.toContain(gwen.secret);
  const [other] = await read([hana.user.userId]);
  await service.database.statement(
    'test_move',
    'update mfa_factors set secret = $1 where user_id = $2',
  )([other?.secret, gwen.user.userId]);
  const { status, json } = await gwen.client.call(verifyTotp, { code: hana.codeAt() });
  expect(status).toBe(500);
  expect(json.code).toBe('internal_error');
});
