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

// The attacker of these tests reads the owner's email or SMS and can log in again at any time. They try to bypass the
// gate: to take over the owner's addresses, use up tries and ways back, or complete a removal.

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

/** Advances the clock day by day and runs the removal job each day. */
async function passDays(days: number) {
  for (let day = 0; day < days; day += 1) {
    service.clock.advance(dayMs);
    await service.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  }
}

/** Links a phone number, so the email address is not the only way in. */
async function linkPhone(owner: Pick<Owner, 'user'>, phoneNumber: string) {
  service.clock.advance(30_000);
  await service.call(smsRoutes.sendCode, { ...bearerOf(owner), body: { phoneNumber } });
  const body = { phoneNumber, code: service.outbox.codeFor(phoneNumber) };
  const { json } = await service.call(smsRoutes.link, { ...bearerOf(owner), body });
  if (json.code) throw new Error(`The link was answered ${json.code}`);
}

test('[MFA-36] an attacker who reads the email of an owner with a factor cannot move the address to another user', async () => {
  const ada = await createWalletOwner(service, 'ada@example.com');
  await linkPhone(ada, '+12015550301');
  // The attacker signs up as another user.
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
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('linked_to_another_user');
  // An offer from before the enrolment is refused too.
  const body = { nonce: String(offered.json.data?.nonce), email: 'ada@example.com' };
  const moved = await service.call(emailRoutes.transfer, { ...theirs, body });
  expect(moved.status).toBe(422);
  expect(moved.json.code).toBe('linked_to_another_user');
  const { json: mine } = await service.call(meRoutes.getMe, bearerOf(ada));
  expect(mine.user.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'phone', 'wallet']);
});

test('[S32] an owner’s backup code is accepted after an attacker has tried many wrong ones', async () => {
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
  // The owner has lost every device.
  const back = await logInElsewhere(service, 'bea@example.com');
  const opened = await back.client.call(mfaRoutes.verifyBackupCode, { code: made.codes[0] ?? '' });
  expect(opened.json).toMatchObject({ unlocked_for: 900 });
});

test('[S32] the owner’s recovery stays open while an attacker guesses the password in place of a factor', async () => {
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
  // The browser in which the owner verified before has reserved tries.
  const own = { ...cleo.wallet.ref, proof };
  const token = (await logInElsewhere(service, 'cleo@example.com')).user.privyAccessToken;
  expect((await cleo.client.call(mfaRoutes.proveRecovery, own, { token })).status).toBe(200);
  const back = await logInElsewhere(service, 'cleo@example.com');
  await back.client.call(mfaRoutes.verifyTotp, { code: codeAt() });
  const recovered = await back.client.call(custodyRoutes.recover, { ...cleo.wallet.ref, proof });
  expect(recovered.status).toBe(200);
  expect(recovered.json.code).toBeUndefined();
});

test('[MFA-36] when a factor is removed, the wallet locks in the other browsers that verified it', async () => {
  const dana = await createProtected(service, 'dana@example.com');
  const thief = await logInElsewhere(service, 'dana@example.com');
  // The attacker has an unlocked phone with the owner's email and authenticator app.
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
  // The browser that removed the factor stays unlocked.
  expect((await dana.client.call(custodyRoutes.connect, deviceOf(dana))).status).toBe(200);
});

test('no undo is offered for an address that the owner replaced after verifying a factor that they have had for more than a week', async () => {
  const actor = createActor(service);
  const fay = await createProtected(service, 'fay@example.com');
  service.clock.advance(8 * dayMs);
  const back = await logInElsewhere(service, 'fay@example.com');
  await back.client.call(mfaRoutes.verifyTotp, { code: fay.codeAt(), purpose: 'change_account' });
  const login = { token: back.user.token } as TokenReply;
  const changed = await actor.replaceEmail(login, 'fay@example.com', 'fay-new@example.com');
  expect(changed.status).toBe(200);
  // The old address is notified, but an attacker who reads it cannot undo the change.
  const mails = (await actor.mailsTo('fay@example.com')).join('\n');
  expect(mails).toContain('removed from your');
  expect(mails).not.toContain('latchkey_undo=');
});

test('a removal that falls due while the account is on hold is delayed, and can still be cancelled', async () => {
  const actor = createActor(service);
  const gwen = await createWalletOwner(service, 'gwen@example.com');
  // An attacker replaced the owner's address when there was no factor yet.
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
  // The service verifies no factor during the hold. The browser with the wallet, which is older than the request,
  // cancels the removal.
  const token = own.user.privyAccessToken;
  const verified = await gwen.client.call(mfaRoutes.verifyTotp, { code: codeAt() }, { token });
  expect(verified.json.code).toBe('account_on_hold');
  expect((await own.client.call(mfaRoutes.cancelRemoval, {})).json.code).toBe(missing);
  expect((await gwen.client.call(mfaRoutes.cancelRemoval, {}, { token })).json).toEqual({});
  await passDays(2);
  const later = await logInElsewhere(service, 'gwen@example.com');
  expect(await removalOf(later)).toMatchObject({ factors: [{ type: 'totp' }], removal: null });
});

test('an undo takes an address back even from a newer user with a factor, who keeps the factor and is notified', async () => {
  const actor = createActor(service);
  const kim = await actor.owner('kim@example.com');
  await actor.replaceEmail(kim, 'kim@example.com', 'thief-3@example.com');
  const reference = await actor.referenceFor('kim@example.com');
  // The attacker read the mailbox once, and logged in with it as a new user.
  const thief = await createProtected(service, 'kim@example.com');
  await linkPhone(thief, '+12015550304');
  service.outbox.clear();
  expect((await actor.undo(reference, 'kim@example.com')).status).toBe(200);
  expect((await logIn(service, 'kim@example.com')).user?.id).toBe(kim.user?.id);
  const find = service.database.statement<{ method: string }>(
    'test_factors_kept',
    'select method from mfa_factors where user_id = $1',
  );
  expect(await find([thief.user.userId])).toEqual([{ method: 'totp' }]);
  expect((await actor.mailsTo('+12015550304')).at(-1)).toMatch(/a way to log in was removed/);
});

test('[MFA-03] an undo that would restore a factor’s phone number as a login is refused', async () => {
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
  // From here on the attacker has the number.
  const undone = await actor.undo(reference, number);
  expect(undone.status).toBe(422);
  expect(undone.json.code).toBe('not_supported');
  const { json } = await service.call(meRoutes.getMe, bearer);
  expect(json.user.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'wallet']);
});

test('backup codes are still checked after too many wrong codes of an authenticator app', async () => {
  const hana = await createProtected(service, 'hana@example.com');
  const thief = await logInElsewhere(service, 'hana@example.com');
  for (let index = 0; index < 5; index += 1)
    await thief.client.call(mfaRoutes.verifyTotp, { code: wrongOf(hana.codeAt()) });
  const { status } = await thief.client.call(mfaRoutes.verifyBackupCode, { code: '0000-0000-0000-0000' });
  expect(status).toBe(401);
});

test('pending removals of factors are cancelled once the operator turns removals off, even if they are turned on again', async () => {
  await createProtected(service, 'elsa@example.com');
  const thief = await logInElsewhere(service, 'elsa@example.com');
  await service.call(mfaRoutes.requestRemoval, { ...bearerOf(thief), body: {} });
  const other = await service.startAnother({ apps: [{ ...app, account_transfer: true }] });
  service.clock.advance(10 * 60_000);
  await other.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  await other.close();
  const again = await service.startAnother({
    apps: [{ ...app, account_transfer: true, mfa_removal_days: 7 }],
  });
  service.clock.advance(8 * dayMs);
  await again.service.jobs.find(({ name }) => name === 'mfa-removals')?.run();
  await again.close();
  const back = await logInElsewhere(service, 'elsa@example.com');
  expect(await removalOf(back)).toMatchObject({ factors: [{ type: 'totp' }], removal: null });
});
