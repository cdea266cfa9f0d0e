import { createWalletOwner, enterCustody, logIn, type TestService } from '@latchkey/testkit';
import { custodyRoutes, mfaRoutes, smsRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtected, type Owner, openService, signFactor, wrongOf } from '../mfa.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const { startSms, enrolSms, verifySms, removeSms } = mfaRoutes;
let numbers = 100;
const newNumber = () => `+1201555${String(++numbers).padStart(4, '0')}`;

async function enrol(owner: Owner, phoneNumber: string) {
  service.clock.advance(30_000);
  const started = await owner.client.call(startSms, { action: 'enroll', phoneNumber });
  if (started.status !== 200) return started;
  const code = service.outbox.codeFor(phoneNumber);
  const wallet = signFactor(owner, 'sms', phoneNumber);
  return owner.client.call(enrolSms, { phoneNumber, code, wallet });
}

/** Returns a code for the enrolled number, requested by the page. */
async function codeFor(owner: Pick<Owner, 'user'>, phoneNumber: string) {
  service.clock.advance(30_000);
  const body = { action: 'verify' };
  const { json } = await service.call(startSms, { bearer: owner.user.token, body });
  expect(json).toEqual({ success: true });
  return service.outbox.codeFor(phoneNumber);
}

test('[MFA-31, MFA-33, USER-01] a phone number is enrolled as a factor, verified with a code that the page requests, and removed', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  const number = newNumber();
  const { json: user } = await enrol(ada, number);
  expect((user as { mfa_methods?: unknown }).mfa_methods).toMatchObject([{ type: 'sms' }]);
  await ada.client.call(mfaRoutes.clear, {});
  const device = {
    ...ada.wallet.ref,
    device_id: ada.wallet.body.device.device_id,
    entropy_uid: ada.wallet.entropyUid,
  };
  expect((await ada.client.call(custodyRoutes.connect, device)).json.code).toBe('missing_or_invalid_mfa');
  const code = await codeFor(ada, number);
  expect(service.outbox.smsMessages.at(-1)?.text).toContain("to confirm that it's you at Tidewater");
  expect((await ada.client.call(verifySms, { code: wrongOf(code) })).json.code).toBe(
    'missing_or_invalid_mfa',
  );
  expect((await ada.client.call(verifySms, { code, purpose: 'change_factors' })).status).toBe(200);
  expect((await ada.client.call(verifySms, { code })).json.code).toBe('missing_or_invalid_mfa');
  expect((await ada.client.call(custodyRoutes.connect, device)).status).toBe(200);
  const { json } = await service.call(mfaRoutes.list, { bearer: ada.user.token });
  expect(json.factors[0]?.name).toBe(`+1•••••••${number.slice(-2)}`);
  expect((await ada.client.call(removeSms, {})).json).toEqual({ success: true });
});

test('a repeated request for an SMS factor code is answered without a second text message', async () => {
  const eve = await createWalletOwner(service, 'eve-again@example.com');
  const number = newNumber();
  const texts = () => service.outbox.smsMessages.filter(({ to }) => to === number).length;
  const enrolment = { action: 'enroll', phoneNumber: number, request_id: 'an-enrolment-0000000001' } as const;
  for (const _ of [1, 2])
    expect((await eve.client.call(startSms, enrolment)).json).toEqual({ success: true });
  expect(texts()).toBe(1);
  const code = service.outbox.codeFor(number);
  const wallet = signFactor(eve, 'sms', number);
  expect((await eve.client.call(enrolSms, { phoneNumber: number, code, wallet })).status).toBe(200);

  service.clock.advance(30_000);
  const verify = (request_id: string) =>
    service.call(startSms, { bearer: eve.user.token, body: { action: 'verify', request_id } });
  for (const _ of [1, 2]) expect((await verify('a-verification-00000001')).json).toEqual({ success: true });
  expect((await verify('a-verification-00000002')).json.code).toBe('too_many_requests');
  expect(texts()).toBe(2);
});

test('an SMS login code verifies no factor, and an SMS factor code does not log in', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  const number = newNumber();
  await enrol(bea, number);
  service.clock.advance(600_000);
  const factorCode = await codeFor(bea, number);
  const login = await service.call(smsRoutes.authenticate, {
    body: { phoneNumber: number, code: factorCode },
  });
  expect(login.json.code).toBe('invalid_credentials');
  service.clock.advance(600_000);
  await service.call(smsRoutes.sendCode, { body: { phoneNumber: number } });
  const loginCode = service.outbox.codeFor(number);
  expect((await bea.client.call(verifySms, { code: loginCode })).json.code).toBe('missing_or_invalid_mfa');
});

test('[MFA-03] a user with a linked phone number cannot enrol SMS as a factor, and a user cannot link the number of their own SMS factor', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  const bearer = cleo.user.token;
  const link = async (phoneNumber: string) => {
    service.clock.advance(30_000);
    await service.call(smsRoutes.sendCode, { bearer, body: { phoneNumber } });
    return service.call(smsRoutes.link, {
      bearer,
      body: { phoneNumber, code: service.outbox.codeFor(phoneNumber) },
    });
  };
  const number = newNumber();
  await enrol(cleo, number);
  const refused = await link(number);
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('not_supported');

  const dana = await createWalletOwner(service, 'dana@example.com');
  service.clock.advance(30_000);
  const phone = newNumber();
  await service.call(smsRoutes.sendCode, { bearer: dana.user.token, body: { phoneNumber: phone } });
  const body = { phoneNumber: phone, code: service.outbox.codeFor(phone) };
  expect((await service.call(smsRoutes.link, { bearer: dana.user.token, body })).status).toBe(200);
  expect((await enrol(dana, newNumber())).json.code).toBe('not_supported');
});

test('a user without a wallet enrols SMS from a page; a user with one also needs the wallet’s signature', async () => {
  const { token } = await logIn(service, 'elsa@example.com');
  const bearer = token ?? '';
  const number = newNumber();
  await service.call(startSms, { bearer, body: { action: 'enroll', phoneNumber: number } });
  const body = { phoneNumber: number, code: service.outbox.codeFor(number) };
  const { status, json } = await service.call(enrolSms, { bearer, body });
  expect([status, json.mfa_methods]).toMatchObject([200, [{ type: 'sms' }]]);
  const grants = service.database.statement(
    'test_page_grants',
    "select 1 from mfa_grants where thumbprint = ''",
  );
  expect(await grants([])).toEqual([]);

  const fay = await createWalletOwner(service, 'fay@example.com');
  const other = newNumber();
  await service.call(startSms, { bearer: fay.user.token, body: { action: 'enroll', phoneNumber: other } });
  const ofOwner = { phoneNumber: other, code: service.outbox.codeFor(other) };
  const refused = await service.call(enrolSms, { bearer: fay.user.token, body: ofOwner });
  expect(refused.json.code).toBe('wallet_signature_required');
});

test('enrolling SMS as a further factor requires a fresh verification, and sending its code again requires no second one', async () => {
  const gwen = await createProtected(service, 'gwen@example.com');
  const number = newNumber();
  expect((await enrol(gwen, number)).json.code).toBe('missing_or_invalid_mfa');
  await gwen.client.call(mfaRoutes.verifyTotp, { code: gwen.codeAt(), purpose: 'change_factors' });
  await gwen.client.call(startSms, { action: 'enroll', phoneNumber: number });
  service.clock.advance(180_000);
  await gwen.client.call(startSms, { action: 'enroll', phoneNumber: number });
  const body = { phoneNumber: number, code: service.outbox.codeFor(number) };
  expect((await gwen.client.call(enrolSms, body)).status).toBe(200);
  // The code enrols nothing in another browser, which has started no enrolment.
  const again = await enterCustody(service, 'gwen@example.com');
  expect((await again.client.call(enrolSms, body)).json.code).toBe('not_found');
});
