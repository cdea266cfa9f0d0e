import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  auditRoutes,
  emailRoutes,
  reauthenticateRoute,
  sessionRoutes,
  smsRoutes,
  type TokenReply,
} from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const emailOnly = { ...app, id: 'latchkey-test-app-0000002', sms_auth: false };

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, emailOnly] });
});
afterAll(() => service.close());

let people = 0;
const newEmail = () => `person-${++people}@example.com`;
const newNumber = () => `+1201555${String(++people).padStart(4, '0')}`;

/** User who has just logged in by email. */
let me: TokenReply;
let myEmail: string;
beforeEach(async () => {
  myEmail = newEmail();
  me = await logIn(service, myEmail);
});

const bearerOf = (login: TokenReply) => ({ bearer: login.token ?? '' });

/**
 * Logs in again shortly before midnight (UTC), so that each of two numbers is the first of its day to get a text. A
 * second new number on the same day would be refused, because the app has no captcha (decision 262).
 */
async function beginBeforeMidnight(): Promise<void> {
  const dayMs = 24 * 60 * 60_000;
  service.clock.advance(dayMs - (service.clock.now() % dayMs) - 90_000);
  me = await logIn(service, myEmail);
}

/**
 * Requests a code for an address or number. With a login, the request also has its token, as published clients send
 * it.
 */
async function codeFor(to: string, login: TokenReply | null): Promise<string> {
  service.clock.advance(30_000);
  const caller = login ? bearerOf(login) : {};
  const sent = to.startsWith('+')
    ? await service.call(smsRoutes.sendCode, { ...caller, body: { phoneNumber: to } })
    : await service.call(emailRoutes.sendCode, { ...caller, body: { email: to } });
  expect(sent.json).toEqual({ success: true });
  return service.outbox.codeFor(to);
}
const linkEmail = (login: TokenReply, email: string, code: string) =>
  service.call(emailRoutes.link, { ...bearerOf(login), body: { email, code } });
const linkPhone = (login: TokenReply, phoneNumber: string, code: string) =>
  service.call(smsRoutes.link, { ...bearerOf(login), body: { phoneNumber, code } });
const updateEmail = (login: TokenReply, oldAddress: string, newAddress: string, code: string) =>
  service.call(emailRoutes.update, { ...bearerOf(login), body: { oldAddress, newAddress, code } });
const updatePhone = (login: TokenReply, old: string, phone: string, code: string) =>
  service.call(smsRoutes.update, {
    ...bearerOf(login),
    body: { old_phone_number: old, new_phone_number: phone, code },
  });
const unlinkEmail = (login: TokenReply, address: string) =>
  service.call(emailRoutes.unlink, { ...bearerOf(login), body: { address } });
const unlinkPhone = (login: TokenReply, phoneNumber: string) =>
  service.call(smsRoutes.unlink, { ...bearerOf(login), body: { phoneNumber } });

/** Returns the current names of a user's accounts. */
async function accountsOf(login: TokenReply): Promise<string[]> {
  const { json } = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: login.refresh_token },
  });
  return namesOf(json.user);
}
const namesOf = (user: TokenReply['user']) =>
  (user?.linked_accounts ?? []).map((account) =>
    account.type === 'email'
      ? account.address
      : account.type === 'phone'
        ? account.phoneNumber
        : account.type,
  );
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('linking', () => {
  test('[LINK-01, OTP-10] a linked phone number logs in the same user from then on', async () => {
    const number = newNumber();
    const { status, json } = await linkPhone(me, ` ${number} `, await codeFor(number, me));
    expect(status).toBe(200);
    expect(json.id).toEqual(me.user?.id);
    expect(namesOf(json)).toEqual([myEmail, number]);

    const code = await codeFor(number, null);
    const login = await service.call(smsRoutes.authenticate, { body: { phoneNumber: number, code } });
    expect(login.json.user?.id).toEqual(me.user?.id);
    expect(login.json.is_new_user).toBe(false);
  });

  test('[LINK-01, OTP-10] a user who signed up by phone links an email address', async () => {
    const number = newNumber();
    const code = await codeFor(number, null);
    const login = await service.call(smsRoutes.authenticate, { body: { phoneNumber: number, code } });
    const email = newEmail();
    const { json } = await linkEmail(login.json, email.toUpperCase(), await codeFor(email, login.json));
    expect(namesOf(json)).toEqual([number, email]);
    expect((await logIn(service, email)).user?.id).toBe(login.json.user?.id);
  });

  test('[LINK-02] links, updates and unlinks of email addresses and phone numbers require a live access token', async () => {
    const number = newNumber();
    const code = await codeFor(number, me);
    const over = await logIn(service, newEmail());
    await service.call(sessionRoutes.logout, { body: { refresh_token: over.refresh_token } });
    for (const login of [{ ...me, token: '' }, { ...me, token: `${me.token}x` }, over]) {
      const answers = [
        await linkPhone(login, number, code),
        await linkEmail(login, newEmail(), code),
        await updateEmail(login, myEmail, newEmail(), code),
        await updatePhone(login, number, newNumber(), code),
        await unlinkEmail(login, myEmail),
        await unlinkPhone(login, number),
      ];
      for (const { status, json } of answers) {
        expect(status).toBe(401);
        expect(json.code).toBe('missing_or_invalid_token');
      }
    }
    // None of these calls consumed the code.
    expect((await linkPhone(me, number, code)).status).toBe(200);
  });

  test('[LINK-03] the service refuses to link a second email address, before the code is consumed', async () => {
    const second = newEmail();
    const code = await codeFor(second, me);
    const refused = await linkEmail(me, second, code);
    expect(refused.status).toBe(422);
    expect(refused.json).toEqual({
      code: 'cannot_link_more_of_type',
      error: 'User already has an account of type email linked.',
    });
    expect(await accountsOf(me)).toEqual([myEmail]);
    expect((await updateEmail(me, myEmail, second, code)).status).toBe(200);
  });

  test('[LINK-03] two simultaneous links add one account', async () => {
    await beginBeforeMidnight();
    const numbers = [newNumber(), newNumber()];
    const codes: string[] = [];
    for (const number of numbers) codes.push(await codeFor(number, me));
    const answers = await Promise.all(numbers.map((number, at) => linkPhone(me, number, codes[at] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.json.code).toBe('cannot_link_more_of_type');
    expect(await accountsOf(me)).toHaveLength(2);
  });

  test('[LINK-05] linking another user’s account is refused and moves nothing; only a caller who proved the account learns that it has a user', async () => {
    const number = newNumber();
    await linkPhone(me, number, await codeFor(number, me));
    const other = await logIn(service, newEmail());
    const code = await codeFor(number, other);
    expect((await linkPhone(other, number, wrongOf(code))).json.code).toBe('invalid_credentials');
    const refused = await linkPhone(other, number, code);
    expect(refused.status).toBe(422);
    expect(refused.json).toEqual({
      code: 'linked_to_another_user',
      error: 'This account has already been linked to another user.',
    });
    expect(await accountsOf(me)).toEqual([myEmail, number]);
    expect(await accountsOf(other)).toHaveLength(1);
  });

  test('a link that is sent again, because its answer was lost, gets the same answer', async () => {
    const number = newNumber();
    const code = await codeFor(number, me);
    const first = await linkPhone(me, number, code);
    const again = await linkPhone(me, number, code);
    expect(again.status).toBe(200);
    expect(again.json).toEqual(first.json);
  });

  test('linking an account requires its method to be on; unlinking does not', async () => {
    const login = await logIn(service, myEmail, { appId: emailOnly.id });
    const { status, json } = await service.call(smsRoutes.link, {
      appId: emailOnly.id,
      ...bearerOf(login),
      body: { phoneNumber: newNumber(), code: '123456' },
    });
    expect(status).toBe(403);
    expect(json.code).toBe('disallowed_login_method');
    const unlink = await service.call(smsRoutes.unlink, {
      appId: emailOnly.id,
      ...bearerOf(login),
      body: { phoneNumber: newNumber() },
    });
    expect(unlink.json.code).toBe('not_found');
  });
});

describe('updating', () => {
  test('[LINK-16, OTP-10] an update replaces the old email address, which is free from then on', async () => {
    const email = newEmail();
    const { status, json } = await updateEmail(me, myEmail, email, await codeFor(email, me));
    expect(status).toBe(200);
    expect(namesOf(json)).toEqual([email]);
    expect((await logIn(service, email)).user?.id).toBe(me.user?.id);
    expect((await logIn(service, myEmail)).is_new_user).toBe(true);
  });

  test('[LINK-16, OTP-10] an update replaces a phone number, whatever its format', async () => {
    await beginBeforeMidnight();
    const [old, phone] = [newNumber(), newNumber()];
    await linkPhone(me, old, await codeFor(old, me));
    const formatted = `+1 (201) ${old.slice(5, 8)}-${old.slice(8)}`;
    const { json } = await updatePhone(me, formatted, phone, await codeFor(phone, me));
    expect(namesOf(json)).toEqual([myEmail, phone]);
  });

  test('[LINK-16] an update with a stale old value or a wrong code changes nothing', async () => {
    const [email, phone] = [newEmail(), newNumber()];
    const emailCode = await codeFor(email, me);
    const stale = await updateEmail(me, newEmail(), email, emailCode);
    expect(stale.status).toBe(404);
    expect(stale.json.code).toBe('not_found');
    const wrong = await updateEmail(me, myEmail, email, wrongOf(emailCode));
    expect(wrong.status).toBe(422);
    expect(wrong.json.code).toBe('invalid_credentials');
    const noPhone = await updatePhone(me, newNumber(), phone, await codeFor(phone, me));
    expect(noPhone.json.code).toBe('not_found');
    expect(await accountsOf(me)).toEqual([myEmail]);
    // A stale value consumes no code.
    expect((await updateEmail(me, myEmail, email, emailCode)).status).toBe(200);
  });

  test("[LINK-05] an update to another user's address changes neither user", async () => {
    const theirs = newEmail();
    const other = await logIn(service, theirs);
    const refused = await updateEmail(me, myEmail, theirs, await codeFor(theirs, me));
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('linked_to_another_user');
    expect(await accountsOf(me)).toEqual([myEmail]);
    expect(await accountsOf(other)).toEqual([theirs]);
  });
});

describe('unlinking', () => {
  test('[LINK-06, OTP-10] unlinking removes the email address, which no longer logs in this user', async () => {
    const number = newNumber();
    await linkPhone(me, number, await codeFor(number, me));
    const { status, json } = await unlinkEmail(me, myEmail.toUpperCase());
    expect(status).toBe(200);
    expect(json.id).toEqual(me.user?.id);
    expect(namesOf(json)).toEqual([number]);
    expect((await logIn(service, myEmail)).user?.id).not.toBe(me.user?.id);
  });

  test('[LINK-07, OTP-10] unlinking removes the phone number', async () => {
    const number = newNumber();
    await linkPhone(me, number, await codeFor(number, me));
    const { status, json } = await unlinkPhone(me, `+1 ${number.slice(2)}`);
    expect(status).toBe(200);
    expect(namesOf(json)).toEqual([myEmail]);
  });

  test('[LINK-06, LINK-07] the last login account and an account of another user cannot be unlinked', async () => {
    const sole = await unlinkEmail(me, myEmail);
    expect(sole.status).toBe(422);
    expect(sole.json.code).toBe('cannot_unlink_sole_account');
    const number = newNumber();
    await linkPhone(me, number, await codeFor(number, me));
    const other = await logIn(service, newEmail());
    expect((await unlinkEmail(other, myEmail)).json.code).toBe('not_found');
    expect((await unlinkPhone(other, number)).json.code).toBe('not_found');
    expect(await accountsOf(me)).toEqual([myEmail, number]);
  });
});

describe('a code is valid only for the purpose that its message names', () => {
  test('a login code neither links nor updates an account', async () => {
    const number = newNumber();
    const code = await codeFor(number, null);
    expect((await linkPhone(me, number, code)).json.code).toBe('invalid_credentials');
    const email = newEmail();
    const refused = await updateEmail(me, myEmail, email, await codeFor(email, null));
    expect(refused.json.code).toBe('invalid_credentials');
    expect(await accountsOf(me)).toEqual([myEmail]);
  });

  test('a link code does not log in, and links nothing to another user', async () => {
    const email = newEmail();
    const code = await codeFor(email, me);
    const letter = service.outbox.messages.findLast(({ to }) => to === email);
    expect(letter?.text).toContain('add this address to an account at Harbour');
    const login = await service.call(emailRoutes.authenticate, { body: { email, code } });
    expect(login.status).toBe(422);
    expect(login.json.code).toBe('invalid_credentials');

    const number = newNumber();
    const phoneCode = await codeFor(number, me);
    const other = await logIn(service, newEmail());
    expect((await linkPhone(other, number, phoneCode)).json.code).toBe('invalid_credentials');
    const sms = await service.call(smsRoutes.authenticate, {
      body: { phoneNumber: number, code: phoneCode },
    });
    expect(sms.json.code).toBe('invalid_credentials');
  });

  test('a code that a signed-in user requests for their own account confirms their login', async () => {
    const code = await codeFor(myEmail, me);
    const body = { method: 'email', email: myEmail, code } as const;
    expect((await service.call(reauthenticateRoute, { ...bearerOf(me), body })).status).toBe(200);
  });

  test('a code that is requested with an invalid token is a login code', async () => {
    const email = newEmail();
    const code = await codeFor(email, { ...me, token: `${me.token}x` });
    expect((await service.call(emailRoutes.authenticate, { body: { email, code } })).status).toBe(200);
  });
});

test('a user whose login is too old must confirm it before their accounts change', async () => {
  const number = newNumber();
  const code = await codeFor(number, me);
  service.clock.advance(600_000 - 30_000 + 1);
  const sends = service.outbox.smsMessages.length;
  const refusals = [
    await service.call(smsRoutes.sendCode, { ...bearerOf(me), body: { phoneNumber: newNumber() } }),
    await linkPhone(me, number, code),
    await updateEmail(me, myEmail, newEmail(), code),
    await unlinkEmail(me, myEmail),
  ];
  for (const { status, json } of refusals) {
    expect(status).toBe(403);
    expect(json.code).toBe('recent_login_required');
  }
  expect(service.outbox.smsMessages).toHaveLength(sends);

  const proof = await codeFor(myEmail, me);
  const body = { method: 'email', email: myEmail, code: proof } as const;
  await service.call(reauthenticateRoute, { ...bearerOf(me), body });
  expect((await linkPhone(me, number, await codeFor(number, me))).status).toBe(200);
});

test('the audit log records links, updates and unlinks of accounts, without addresses or phone numbers', async () => {
  const [number, email] = [newNumber(), newEmail()];
  await linkPhone(me, number, await codeFor(number, me));
  await updateEmail(me, myEmail, email, await codeFor(email, me));
  await unlinkPhone(me, number);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: service.app.id },
    bearer: 'test-admin-key',
    body: { limit: 1000 } as never,
  });
  const mine = json.events.filter(({ user_id }) => user_id === me.user?.id);
  const changes = mine.filter(({ kind }) => kind.endsWith('_account'));
  expect(changes.map(({ kind, details, actor }) => [kind, details, actor.id])).toEqual([
    ['user.linked_account', { account_type: 'phone' }, me.user?.id],
    ['user.updated_account', { account_type: 'email' }, me.user?.id],
    ['user.unlinked_account', { account_type: 'phone' }, me.user?.id],
  ]);
  expect(JSON.stringify(mine)).not.toMatch(/@|\+1201/);
});
