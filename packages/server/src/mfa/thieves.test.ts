import {
  createAuthenticator,
  createWalletOwner,
  logIn,
  makePasswordSet,
  type TestService,
  toSetRecovery,
} from '@latchkey/testkit';
import {
  custodyRoutes,
  emailRoutes,
  meRoutes,
  mfaRoutes,
  passkeyRoutes,
  smsRoutes,
  type TokenReply,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor } from '../safeguards/takeover.testkit.ts';
import {
  app,
  createProtected,
  enrolTotp,
  logInElsewhere,
  type Owner,
  openService,
  signFactor,
  wrongOf,
} from './mfa.testkit.ts';

// The thief of these tests reads the owner's mail, or their messages, and logs in anew as often as they like. What they do
// here they do around the gate: take the owner's addresses, tries and ways back, or bring a removal to its end.

const missing = 'missing_or_invalid_mfa';
const dayMs = 24 * 60 * 60_000;
let service: TestService;
beforeAll(async () => {
  service = await openService({ apps: [{ ...app, account_transfer: true, mfa_removal_days: 7 }] });
});
afterAll(() => service.close());

const bearerOf = ({ user }: Pick<Owner, 'user'>) => ({ bearer: user.token });
const deviceOf = ({ wallet }: Owner) => ({
  ...wallet.ref,
  device_id: wallet.body.device.device_id,
  entropy_uid: wallet.entropyUid,
});
const removalOf = async (owner: Pick<Owner, 'user'>) =>
  (await service.call(mfaRoutes.list, bearerOf(owner))).json;

/** Lets days pass, as the job sees them. */
async function passDays(days: number) {
  for (let day = 0; day < days; day += 1) {
    service.clock.advance(dayMs);
    await service.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  }
}

/** Links a number, so that the e-mail address is not the only way in. */
async function linkPhone(owner: Pick<Owner, 'user'>, phoneNumber: string) {
  service.clock.advance(30_000);
  await service.call(smsRoutes.sendCode, { ...bearerOf(owner), body: { phoneNumber } });
  const body = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  const { json } = await service.call(smsRoutes.link, { ...bearerOf(owner), body });
  if (json.code) throw new Error(`The link was answered ${json.code}`);
}

test('[MFA-36] a thief with the mail does not move its address to a user of their own', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await linkPhone(ada, '+12015550301');
  // They are a user of their own.
  await service.call(smsRoutes.sendCode, { body: { phoneNumber: '+12015550302' } });
  const { json } = await service.call(smsRoutes.authenticate, {
    body: { phoneNumber: '+12015550302', code: service.outbox.codeFor('+12015550302') },
  });
  const theirs = { bearer: json.token ?? '' };
  const link = async () => {
    service.clock.advance(30_000);
    await service.call(emailRoutes.sendCode, { ...theirs, body: { email: 'ada@example.com' } });
    const code = service.outbox.codeFor('ada@example.com');
    return service.call(emailRoutes.link, { ...theirs, body: { email: 'ada@example.com', code } });
  };
  const offered = await link();
  expect(offered.json.code).toBe('account_transfer_required');
  await enrolTotp(service, ada);
  const refused = await link();
  expect([refused.status, refused.json.code]).toEqual([422, 'linked_to_another_user']);
  // Nor by an offer of before.
  const body = { nonce: String(offered.json.data?.nonce), email: 'ada@example.com' };
  const moved = await service.call(emailRoutes.transfer, { ...theirs, body });
  expect([moved.status, moved.json.code]).toEqual([422, 'linked_to_another_user']);
  const { json: mine } = await service.call(meRoutes.getMe, bearerOf(ada));
  expect(mine.user.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'phone', 'wallet']);
});

test('[S32] who spends the tries of a day keeps no owner from backup codes and passkeys, which no one guesses', async () => {
  const bea = await createWalletOwner(service, 'bea@example.com');
  await enrolTotp(service, bea);
  const { json: made } = await bea.client.call(mfaRoutes.makeBackupCodes, {});
  const thief = await logInElsewhere(service, 'bea@example.com');
  for (let round = 0; round < 14; round += 1) {
    service.clock.advance(10_000);
    for (let index = 0; index < 4; index += 1) {
      const { status } = await thief.client.call(mfaRoutes.verifyBackupCode, { code: '0000-0000-0000-0000' });
      expect(status).toBe(401);
    }
  }
  // The owner, who lost every device.
  const back = await logInElsewhere(service, 'bea@example.com');
  const opened = await back.client.call(mfaRoutes.verifyBackupCode, { code: made.codes[0] ?? '' });
  expect(opened.json).toMatchObject({ unlocked_for: 900 });
});

test('[S32] guesses at the password in place of a factor do not close the recovery of who has the factor', async () => {
  const cleo = await createWalletOwner(service, 'cleo@example.com');
  const { set, proof } = makePasswordSet(2);
  await cleo.client.call(custodyRoutes.setRecovery, toSetRecovery(cleo.wallet, set));
  const { codeAt } = await enrolTotp(service, cleo);
  const thief = await logInElsewhere(service, 'cleo@example.com');
  const answers: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    service.clock.advance(10_000);
    for (let index = 0; index < 4; index += 1) {
      const guess = { ...cleo.wallet.ref, proof: 'A'.repeat(43) };
      answers.push(String((await thief.client.call(mfaRoutes.proveRecovery, guess)).json.code));
    }
  }
  const [wrong, full] = ['invalid_recovery_pin', 'mfa_verification_max_attempts_reached'];
  expect(answers).toEqual([...Array(10).fill(wrong), ...Array(6).fill(full)]);
  await service.service.sweep();
  const mails = service.outbox.messages.filter(({ to }) => to === 'cleo@example.com');
  expect(mails.map(({ subject }) => subject)).toContain('Wrong recovery passwords for your Tidewater wallet');
  // The browser in which the owner has verified before has tries of its own.
  const own = { ...cleo.wallet.ref, proof };
  const token = (await logInElsewhere(service, 'cleo@example.com')).user.privyAccessToken;
  expect((await cleo.client.call(mfaRoutes.proveRecovery, own, { token })).status).toBe(200);
  const back = await logInElsewhere(service, 'cleo@example.com');
  await back.client.call(mfaRoutes.verifyTotp, { code: codeAt() });
  const recovered = await back.client.call(custodyRoutes.recover, { ...cleo.wallet.ref, proof });
  expect([recovered.status, recovered.json.code]).toEqual([200, undefined]);
});

test('[MFA-36] a factor that is taken away opens nothing more to those who verified it, in any browser', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const thief = await logInElsewhere(service, 'dana@example.com');
  // A telephone that was unlocked when it was stolen, with the mail and the authenticator on it.
  await thief.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt() });
  const recover = () => thief.client.call(custodyRoutes.recover, dana.wallet.ref);
  expect((await recover()).status).toBe(200);
  service.clock.advance(60_000);
  const authenticator = createAuthenticator();
  const { json: start } = await service.call(passkeyRoutes.startLink, { ...bearerOf(dana), body: {} });
  const made = authenticator.make(start.options);
  await service.call(passkeyRoutes.link, { ...bearerOf(dana), body: { authenticator_response: made } });
  await dana.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt(), purpose: 'change_factors' });
  const wallet = signFactor(dana, 'passkey', made.id);
  await dana.client.call(mfaRoutes.enrolPasskeys, { credential_ids: [made.id], wallet });
  service.clock.advance(60_000);
  await dana.client.call(mfaRoutes.verifyTotp, { code: dana.codeAt(), purpose: 'change_factors' });
  expect((await dana.client.call(mfaRoutes.removeTotp, {})).json).toEqual({ success: true });
  expect((await recover()).json.code).toBe(missing);
  // The one who took it away goes on.
  expect((await dana.client.call(custodyRoutes.connect, deviceOf(dana))).status).toBe(200);
});

test('an address that the owner gave up with a factor of long standing does not come back, and takes nothing with it', async () => {
  const actor = createActor(service);
  const fay = await createProtected(service, 'fay@example.com');
  service.clock.advance(8 * dayMs);
  const back = await logInElsewhere(service, 'fay@example.com');
  await back.client.call(mfaRoutes.verifyTotp, { code: fay.codeAt(), purpose: 'change_account' });
  const login = { token: back.user.token } as TokenReply;
  const changed = await actor.replaceEmail(login, 'fay@example.com', 'fay-new@example.com');
  expect(changed.status).toBe(200);
  // Told to the old address; but who reads it, the owner has just locked out.
  const mails = (await actor.mailsTo('fay@example.com')).join('\n');
  expect(mails).toContain('removed from your');
  expect(mails).not.toContain('latchkey_undo=');
});

test('a removal that falls due while an account is on hold waits, and can be cancelled all the time', async () => {
  const actor = createActor(service);
  const gwen = await createWalletOwner(service, 'gwen@example.com');
  // A thief put their own address in the place of the owner's, when there was no factor yet.
  const thief = await logIn(service, 'gwen@example.com');
  await actor.replaceEmail(thief, 'gwen@example.com', 'thief-2@example.com');
  const reference = await actor.referenceFor('gwen@example.com');
  const { codeAt } = await enrolTotp(service, gwen);
  const asking = await logIn(service, 'thief-2@example.com');
  await service.call(mfaRoutes.requestRemoval, { bearer: asking.token ?? '', body: {} });
  await passDays(6);
  service.clock.advance(dayMs / 2);
  expect((await actor.undo(reference, 'gwen@example.com')).status).toBe(200);
  service.clock.advance(dayMs * 0.6);
  await service.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  const own = await logInElsewhere(service, 'gwen@example.com');
  expect(await removalOf(own)).toMatchObject({ factors: [{ type: 'totp' }], removal: {} });
  // Neither does anything verify: the wallet's own browser, which is older than the request, cancels it.
  const token = own.user.privyAccessToken;
  const verified = await gwen.client.call(mfaRoutes.verifyTotp, { code: codeAt() }, { token });
  expect(verified.json.code).toBe('account_on_hold');
  expect((await own.client.call(mfaRoutes.cancelRemoval, {})).json.code).toBe(missing);
  expect((await gwen.client.call(mfaRoutes.cancelRemoval, {}, { token })).json).toEqual({});
  await passDays(2);
  const later = await logInElsewhere(service, 'gwen@example.com');
  expect(await removalOf(later)).toMatchObject({ factors: [{ type: 'totp' }], removal: null });
});

test('[MFA-03] a number that became a factor does not come back as a login by the undoing of its removal', async () => {
  const actor = createActor(service);
  const ida = await createWalletOwner(service, 'ida@example.com');
  const number = '+12015550303';
  await linkPhone(ida, number);
  service.clock.advance(8 * dayMs);
  const { user } = await logInElsewhere(service, 'ida@example.com');
  const bearer = { bearer: user.token };
  await service.call(smsRoutes.unlink, { ...bearer, body: { phoneNumber: number } });
  const reference = await actor.referenceFor(number);
  service.clock.advance(30_000);
  const at = { token: user.privyAccessToken };
  await ida.client.call(mfaRoutes.startSms, { action: 'enroll', phoneNumber: number }, at);
  const code = service.outbox.codeFor(number);
  const wallet = signFactor({ ...ida, user }, 'sms', number);
  const enrolled = await ida.client.call(mfaRoutes.enrolSms, { phoneNumber: number, code, wallet }, at);
  expect(enrolled.status).toBe(200);
  // The thief has the number from now on.
  const undone = await actor.undo(reference, number);
  expect([undone.status, undone.json.code]).toEqual([422, 'not_supported']);
  const { json } = await service.call(meRoutes.getMe, bearer);
  expect(json.user.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'wallet']);
});

test('wrong codes of one factor close no other', async () => {
  const hana = await createProtected(service, 'hana@example.com');
  const thief = await logInElsewhere(service, 'hana@example.com');
  for (let index = 0; index < 5; index += 1)
    await thief.client.call(mfaRoutes.verifyTotp, { code: wrongOf(hana.codeAt()) });
  const { status } = await thief.client.call(mfaRoutes.verifyBackupCode, { code: '0000-0000-0000-0000' });
  expect(status).toBe(401);
});

// The last: it changes the app for all that follows.
test('an operator who no longer wants it ends the removals that are under way', async () => {
  await createProtected(service, 'elsa@example.com');
  const thief = await logInElsewhere(service, 'elsa@example.com');
  await service.call(mfaRoutes.requestRemoval, { ...bearerOf(thief), body: {} });
  const other = await service.startAnother({ apps: [{ ...app, account_transfer: true }] });
  service.clock.advance(8 * dayMs);
  await other.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  await other.close();
  const back = await logInElsewhere(service, 'elsa@example.com');
  expect(await removalOf(back)).toMatchObject({ factors: [{ type: 'totp' }], removal: null });
});
