import {
  createAuthenticator,
  createWalletOwner,
  makeAutomaticSet,
  randomId,
  type TestService,
  toAddPasskey,
  toSetRecovery,
} from '@latchkey/testkit';
import { custodyRoutes, deviceRoutes, mfaRoutes, passkeyRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  app,
  authenticatorOf,
  createProtected,
  enrolTotp,
  logInElsewhere,
  type Owner,
  openService,
  signFactor,
} from './mfa.testkit.ts';

// Tabs, browsers and processes use the same code or verification, or change the same factors, at once. On PostgreSQL
// these are transactions of different connections.

const missing = 'missing_or_invalid_mfa';
const dayMs = 24 * 60 * 60_000;
const { verifyTotp, verifySms, verifyBackupCode, removeTotp } = mfaRoutes;
let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openService({ apps: [{ ...app, mfa_removal_days: 7 }] });
  other = await service.startAnother();
});
afterAll(async () => {
  await other?.close();
  await service.close();
});

const bearerOf = ({ user }: Pick<Owner, 'user'>) => ({ bearer: user.token });
/** Returns the codes of the answers, sorted, so their order does not depend on which request won. */
const codesOf = (answers: readonly { status: number; json: { code?: string } }[]) =>
  answers.map(({ status, json }) => json.code ?? String(status)).sort();
/** Returns two tabs of the owner's browser, which call two processes, and two browsers with other logins. */
async function browsersOf(owner: Owner, email: string) {
  const [second, third] = [await logInElsewhere(service, email), await logInElsewhere(service, email)];
  return [
    { client: owner.client, at: service },
    { client: owner.client, at: other },
    { client: second.client, at: service },
    { client: third.client, at: other },
  ];
}
/** Makes a call of each browser, so its key is bound before the calls that the test compares. */
const warmUp = (browsers: Awaited<ReturnType<typeof browsersOf>>) =>
  Promise.all(browsers.map(({ client, at }) => client.call(custodyRoutes.verifyToken, {}, { at })));
const once = [...Array(3).fill(missing)];

test('[S31] of several tabs and browsers that send a code of an authenticator app at once, only one succeeds', async () => {
  const ada = await createProtected(service, 'ada@example.com');
  const browsers = await browsersOf(ada, 'ada@example.com');
  await warmUp(browsers);
  const code = ada.codeAt();
  const answers = await Promise.all(
    browsers.map(({ client, at }) => client.call(verifyTotp, { code }, { at })),
  );
  expect(codesOf(answers)).toEqual(['200', ...once]);
});

test('[S31] of several tabs and browsers that send an SMS code at once, only one succeeds', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  const phoneNumber = '+12015550401';
  await bea.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber });
  const wallet = signFactor(bea, 'sms', phoneNumber);
  const enrol = { phoneNumber, code: service.outbox.codeFor(phoneNumber), wallet };
  expect((await bea.client.call(mfaRoutes.enrolSms, enrol)).status).toBe(200);
  const browsers = await browsersOf(bea, 'bea@example.com');
  await warmUp(browsers);
  service.clock.advance(600_000);
  await service.call(mfaRoutes.startSms, { ...bearerOf(bea), body: { action: 'verify' } });
  const code = service.outbox.codeFor(phoneNumber);
  const answers = await Promise.all(
    browsers.map(({ client, at }) => client.call(verifySms, { code }, { at })),
  );
  expect(codesOf(answers)).toEqual(['200', ...once]);
});

test('of several requests at once with a backup code, or to create backup codes with one verification, only one succeeds', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  await enrolTotp(service, cleo);
  const make = (at: TestService) => cleo.client.call(mfaRoutes.makeBackupCodes, {}, { at });
  const made = await Promise.all([service, other].map(make));
  expect(codesOf(made)).toEqual(['200', missing]);
  const codes = made.find(({ status }) => status === 200)?.json.codes ?? [];
  const browsers = await browsersOf(cleo, 'cleo@example.com');
  await warmUp(browsers);
  const code = codes[0] ?? '';
  const answers = await Promise.all(
    browsers.map(({ client, at }) => client.call(verifyBackupCode, { code }, { at })),
  );
  expect(codesOf(answers)).toEqual(['200', ...once]);
  const { json } = await service.call(mfaRoutes.list, bearerOf(cleo));
  expect(json.backup_codes).toBe(9);
});

test('[MFA-36] one fresh verification permits only one of several simultaneous acts', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const passkey = {
    recovery_id: randomId(),
    credential_id: randomId(),
    ciphertext: 'A'.repeat(60),
    auth_part: 'A'.repeat(24),
    proof_hash: 'A'.repeat(43),
  };
  await dana.client.call(verifyTotp, { code: dana.codeAt(), purpose: 'set_recovery' });
  const answers = await Promise.all([
    dana.client.call(custodyRoutes.setRecovery, toSetRecovery(dana.wallet, makeAutomaticSet(2))),
    dana.client.call(custodyRoutes.addRecoveryPasskey, toAddPasskey(dana.wallet, passkey), { at: other }),
    dana.client.call(removeTotp, {}),
    dana.client.call(mfaRoutes.makeBackupCodes, {}, { at: other }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);

  // The same holds for a verification with another purpose, which a page spends.
  const elsa = await createProtected(service, 'elsa@example.com');
  const bearer = elsa.user.token;
  const { json } = await service.call(deviceRoutes.list, { bearer });
  const device_id = json.devices[0]?.id ?? '';
  await elsa.client.call(verifyTotp, { code: elsa.codeAt(), purpose: 'revoke_device' });
  const revoke = (at: TestService) =>
    at.call(deviceRoutes.revoke, { bearer, params: { device_id }, body: {} });
  const revoked = await Promise.all([service, other].map(revoke));
  expect(revoked.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(revoked.filter(({ status }) => status >= 500)).toEqual([]);
});

test('[MFA-36] of two first factors that are completed at once in two processes, only one is enrolled', async () => {
  const fay = await createWalletOwner(service, 'fay@example.com');
  const back = await logInElsewhere(service, 'fay@example.com');
  const second = { ...fay, client: back.client, user: back.user };
  const { json: started } = await fay.client.call(mfaRoutes.startTotp, {});
  const phoneNumber = '+12015550402';
  await second.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber });
  const totp = {
    code: authenticatorOf(service, started.totpSecret)(),
    wallet: signFactor(fay, 'totp', started.enrollment_id),
  };
  const sms = {
    phoneNumber,
    code: service.outbox.codeFor(phoneNumber),
    wallet: signFactor(second, 'sms', phoneNumber),
  };
  const answers = await Promise.all([
    fay.client.call(mfaRoutes.enrolTotp, totp),
    fay.client.call(mfaRoutes.enrolTotp, totp, { at: other }),
    second.client.call(mfaRoutes.enrolSms, sms, { at: other }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const { json } = await service.call(mfaRoutes.list, bearerOf(fay));
  expect(json.factors).toHaveLength(1);
});

test('[MFA-36] if other tabs verify while the last factor is removed, no verification remains for the next factor', async () => {
  const gwen = await createProtected(service, 'gwen@example.com');
  const back = await logInElsewhere(service, 'gwen@example.com');
  await back.client.call(verifyTotp, { code: gwen.codeAt(-30) });
  service.clock.advance(30_000);
  await gwen.client.call(verifyTotp, { code: gwen.codeAt(), purpose: 'change_factors' });
  const code = gwen.codeAt(30);
  const answers = await Promise.all([
    gwen.client.call(removeTotp, {}),
    gwen.client.call(verifyTotp, { code, purpose: 'change_factors' }, { at: other }),
    back.client.call(verifyTotp, { code, purpose: 'change_factors' }, { at: other }),
    back.client.call(custodyRoutes.recover, gwen.wallet.ref, { at: other }),
    back.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber: '+12015550403' }),
  ]);
  expect(answers[0].status).toBe(200);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await enrolTotp(service, gwen);
  expect((await back.client.call(custodyRoutes.recover, gwen.wallet.ref)).json.code).toBe(missing);
  expect((await back.client.call(removeTotp, {})).json.code).toBe(missing);
});

test('if the enrolment and the unlinking of a passkey are requested at once, only one of them succeeds', async () => {
  const hana = await createWalletOwner(service, 'hana@example.com');
  const authenticator = createAuthenticator();
  const { json: start } = await service.call(passkeyRoutes.startLink, { ...bearerOf(hana), body: {} });
  const made = authenticator.make(start.options);
  await service.call(passkeyRoutes.link, { ...bearerOf(hana), body: { authenticator_response: made } });
  const credential_id = made.id;
  const wallet = signFactor(hana, 'passkey', credential_id);
  const [enrolled, unlinked] = await Promise.all([
    hana.client.call(mfaRoutes.enrolPasskeys, { credential_ids: [credential_id], wallet }),
    other.call(passkeyRoutes.unlink, { ...bearerOf(hana), body: { credential_id } }),
  ]);
  expect([enrolled.status, unlinked.status].filter((status) => status === 200)).toHaveLength(1);
  const { json } = await service.call(mfaRoutes.list, bearerOf(hana));
  expect(json.factors).toHaveLength(enrolled.status === 200 ? 1 : 0);
});

test('a factor that is verified while its removal falls due is kept, and the removal ends either way', async () => {
  const ida = await createProtected(service, 'ida@example.com');
  const thief = await logInElsewhere(service, 'ida@example.com');
  await service.call(mfaRoutes.requestRemoval, { ...bearerOf(thief), body: {} });
  service.clock.advance(7 * dayMs);
  const back = await logInElsewhere(service, 'ida@example.com');
  await back.client.call(custodyRoutes.verifyToken, {});
  const job = other.service.jobs.find(({ name }) => name === 'mfa-removals');
  const [verified] = await Promise.all([
    back.client.call(verifyTotp, { code: ida.codeAt() }),
    job?.run(),
    service.call(mfaRoutes.cancelRemoval, { ...bearerOf(ida), body: {} }),
  ]);
  expect(verified.status).toBeLessThan(500);
  const { json } = await service.call(mfaRoutes.list, bearerOf(back));
  expect(json.removal).toBeNull();
  if (verified.status === 200) expect(json.factors).toHaveLength(1);
});
