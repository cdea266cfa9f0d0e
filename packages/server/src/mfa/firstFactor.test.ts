import { confirm, createWalletOwner, logIn, makeWallet, type TestService } from '@latchkey/testkit';
import { adminRoutes, custodyRoutes, guestRoutes, mfaRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, authenticatorOf, enrolTotp, logInElsewhere, openService, signFactor } from './mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [{ ...app, sensitive_max_age: 0 }] });
});
afterAll(() => service.close());

const { startTotp, enrolTotp: enrol } = mfaRoutes;
const hourMs = 3_600_000;

test('[MFA-36] a first factor requires a login of the last ten minutes, even if the app requires none for other acts', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  service.clock.advance(600_001);
  expect((await ada.client.call(startTotp, {})).json.code).toBe('recent_login_required');
  await confirm(service, ada.user, 'ada@example.com');
  expect((await enrolTotp(service, ada)).user.mfa_methods).toHaveLength(1);

  const bea = await createWalletOwner(service, 'bea@example.com');
  const { json: started } = await bea.client.call(startTotp, {});
  service.clock.advance(599_000);
  const code = authenticatorOf(service, started.totpSecret)();
  service.clock.advance(2_000);
  const late = { code, wallet: signFactor(bea, 'totp', started.enrollment_id) };
  expect((await bea.client.call(enrol, late)).status).not.toBe(200);
});

test('[MFA-36] a first factor is enrolled only if the user’s first wallet signs the factor and the session', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  const thief = await logInElsewhere(service, 'cleo@example.com');
  // An attacker who is logged in can import a key of their own.
  service.clock.advance(1_000);
  const own = makeWallet({ appId: app.id, userId: cleo.user.userId });
  const imported = await thief.client.call(custodyRoutes.import, { ...own.body, kind: 'imported-key' });
  expect(imported.json.created).toBe(true);

  const { json: started } = await thief.client.call(startTotp, {});
  const codeAt = authenticatorOf(service, started.totpSecret);
  const ofThief = { ...thief, wallet: own };
  const wallets = [
    undefined,
    signFactor(ofThief, 'totp', started.enrollment_id),
    { ...signFactor(ofThief, 'totp', started.enrollment_id), entropy_uid: cleo.wallet.entropyUid },
    // Signed by the owner for another session, factor or method.
    signFactor({ ...cleo, user: cleo.user }, 'totp', started.enrollment_id),
    signFactor({ ...cleo, user: thief.user }, 'totp', 'A'.repeat(25)),
    signFactor({ ...cleo, user: thief.user }, 'sms', started.enrollment_id),
  ];
  const answers = [];
  for (const wallet of wallets) {
    const body = wallet ? { code: codeAt(), wallet } : { code: codeAt() };
    const { json } = await thief.client.call(enrol, body);
    answers.push(json.code);
    if (json.code === 'wallet_signature_required') expect(json.data).toEqual(cleo.wallet.ref);
  }
  expect(answers).toEqual([
    ...['wallet_signature_required', 'wallet_signature_required', 'embedded_wallet_not_found'],
    ...['invalid_data', 'invalid_data', 'invalid_data'],
  ]);
  // The refusals used up neither the enrolment nor a code.
  const wallet = signFactor({ ...cleo, user: thief.user }, 'totp', started.enrollment_id);
  expect((await thief.client.call(enrol, { code: codeAt(), wallet })).status).toBe(200);
});

test('of two first factors that are completed at once in two browsers, only one is enrolled', async () => {
  const dana = await createWalletOwner(service, 'dana@example.com');
  const other = await logInElsewhere(service, 'dana@example.com');
  const ofOther = { ...other, wallet: dana.wallet };
  const bodies = [];
  for (const owner of [dana, ofOther]) {
    const { json } = await owner.client.call(startTotp, {});
    const code = authenticatorOf(service, json.totpSecret)();
    bodies.push({ owner, body: { code, wallet: signFactor(owner, 'totp', json.enrollment_id) } });
  }
  const answers = await Promise.all(bodies.map(({ owner, body }) => owner.client.call(enrol, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { json } = await service.call(mfaRoutes.list, { bearer: dana.user.token });
  expect(json.factors).toHaveLength(1);
});

test('a guest cannot start the enrolment of a phone number as a factor', async () => {
  const { json } = await service.call(guestRoutes.authenticate, {
    body: { guest_credential: 'g'.repeat(43) },
  });
  const refused = await service.call(mfaRoutes.startSms, {
    bearer: json.token ?? '',
    body: { action: 'enroll', phoneNumber: '+12015550142' },
  });
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('not_supported');
  expect(refused.json.data?.reason).toBeDefined();
});

test('[CONF-09] an app that accepts no method refuses to start the enrolment of a phone number as a factor', async () => {
  const none = await service.startAnother({ apps: [{ ...app, mfa_methods: [] }] });
  const { token } = await logIn(service, 'elsa@example.com');
  service.clock.advance(hourMs / 60);
  const refused = await none.call(mfaRoutes.startSms, {
    bearer: token ?? '',
    body: { action: 'enroll', phoneNumber: '+12015550143' },
  });
  expect(refused.json.code).toBe('not_supported');
  await none.close();
});

test('an operator who removes a method from an app is told how many users would lose their only factor, and needs force', async () => {
  const bearer = service.config.adminKey;
  const id = 'latchkey-test-app-0000009';
  const made = { ...app, id, mfa_methods: ['sms', 'totp'] };
  await service.call(adminRoutes.createApp, { bearer, body: made });
  const change = (body: object) => service.call(adminRoutes.updateApp, { bearer, params: { id }, body });
  expect((await change({ mfa_methods: ['sms'] })).status).toBe(200);
  expect((await change({ mfa_methods: ['sms', 'totp'] })).status).toBe(200);
  const { token } = await logIn(service, 'ida@example.com', { appId: id });
  const call = { appId: id, bearer: token ?? '' };
  const phoneNumber = '+12015550199';
  await service.call(mfaRoutes.startSms, { ...call, body: { action: 'enroll', phoneNumber } });
  const body = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  expect((await service.call(mfaRoutes.enrolSms, { ...call, body })).status).toBe(200);
  for (const taken of [{ mfa_methods: ['totp'] }, { mfa_sms_counts: false }, { mfa_methods: [] }]) {
    const { status, json } = await change(taken);
    expect(status).toBe(400);
    expect(json.data).toEqual({ field: 'mfa_methods', users: 1 });
  }
  expect((await change({ mfa_methods: ['sms'] })).status).toBe(200);
  expect((await change({ mfa_methods: ['totp'], force: true })).json).toMatchObject({
    mfa_methods: ['totp'],
  });
});
