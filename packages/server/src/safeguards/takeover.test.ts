import {
  confirm,
  createCustodyClient,
  createTestService,
  enterCustody,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import {
  custodyRoutes,
  emailRoutes,
  meRoutes,
  reauthenticateRoute,
  sessionRoutes,
  smsRoutes,
  type TokenReply,
  undoRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActor, harbour } from './takeover.testkit.ts';

let service: TestService;
let actor: ReturnType<typeof createActor>;
beforeAll(async () => {
  service = await createTestService({ apps: [harbour] });
  actor = createActor(service);
});
afterAll(() => service.close());

const dayMs = 24 * 60 * 60_000;
let people = 0;
const newEmail = (name = 'ada') => `${name}-${++people}@example.com`;
const newNumber = () => `+1201555${String(++people).padStart(4, '0')}`;
const meOf = async (login: TokenReply) =>
  (await service.call(meRoutes.getMe, actor.bearerOf(login))).json.user;
const addressesOf = async (login: TokenReply) =>
  (await meOf(login)).linked_accounts.flatMap((one) => (one.type === 'email' ? one.address : []));
const kindsOf = async (userId: string) => {
  const find = service.database.statement<{ kind: string }>(
    'test_kinds',
    'select kind from audit_events where user_id = $1',
  );
  return (await find([userId])).map(({ kind }) => kind);
};

test("the owner undoes an attacker's replacement of the owner's address, and the account is then on hold for a day", async () => {
  const email = newEmail();
  const owner = await actor.owner(email);
  const { client, wallet, user } = await enterCustody(service, email);
  expect((await client.call(custodyRoutes.create, wallet.body)).json.created).toBe(true);
  const stolen = await logIn(service, email);
  const theirs = newEmail('thief');
  expect((await actor.replaceEmail(stolen, email, theirs)).status).toBe(200);

  const mails = await actor.mailsTo(email);
  expect(mails.at(-1)).toMatch(/removed from your account and replaced with another one/);
  expect(mails.at(-1)).toContain('http://localhost:3000/?latchkey_undo=');
  expect(mails.at(-1)).not.toContain(theirs);

  // The attacker opens the wallet elsewhere, and the owner is notified at the removed address.
  const own = await createCustodyClient(service, {
    token: (await logIn(service, theirs)).privy_access_token ?? '',
  });
  expect((await own.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
  expect((await actor.mailsTo(email)).at(-1)).toMatch(/recovered in a browser that had not opened it/);

  const reference = await actor.referenceFor(email);
  const { json: facts } = await service.call(undoRoutes.find, { params: { reference } });
  expect(facts).toMatchObject({ type: 'email', address: expect.stringMatching(/^a•••@/) });
  expect(facts.replaced_by).toMatch(/^t•••@/);
  expect(await addressesOf(stolen)).toEqual([theirs]); // the lookup changed nothing
  const undone = await actor.undo(reference, email);
  const holdEndsMs = service.clock.now() + dayMs;
  expect(undone.status).toBe(200);
  expect(undone.json.hold_until).toEqual(Math.ceil(holdEndsMs / 1000));

  for (const login of [stolen, owner]) {
    expect((await service.call(meRoutes.getMe, actor.bearerOf(login))).json.code).toBe(
      'missing_or_invalid_token',
    );
    const body = { refresh_token: login.refresh_token };
    expect((await service.call(sessionRoutes.refresh, { body })).json.code).toBe('missing_or_invalid_token');
  }
  expect((await logIn(service, theirs)).user?.id).not.toBe(user.userId);
  const back = await logIn(service, email);
  expect(back.user?.id).toBe(user.userId);
  expect(await addressesOf(back)).toEqual([email]);

  const returned = await createCustodyClient(service, { token: back.privy_access_token ?? '' });
  const held = await returned.call(custodyRoutes.recover, wallet.ref);
  expect(held.status).toBe(403);
  expect(held.json.code).toBe('account_on_hold');
  expect((await returned.call(custodyRoutes.verifyToken, {})).status).toBe(200);
  const asked = await service.call(smsRoutes.sendCode, {
    ...actor.bearerOf(back),
    body: { phoneNumber: newNumber() },
  });
  expect(asked.status).toBe(403);
  expect(asked.json.code).toBe('account_on_hold');
  expect(asked.json.data?.until).toEqual(undone.json.hold_until);
  const removal = await service.call(emailRoutes.unlink, {
    ...actor.bearerOf(back),
    body: { address: email },
  });
  expect(removal.status).toBe(403);
  expect(removal.json.code).toBe('account_on_hold');

  service.clock.advance(holdEndsMs - service.clock.now() - 60_000);
  const last = await logIn(service, email);
  service.clock.advance(holdEndsMs - service.clock.now() - 1);
  const unlinkLast = async () =>
    (await service.call(emailRoutes.unlink, { ...actor.bearerOf(last), body: { address: email } })).json.code;
  expect(await unlinkLast()).toBe('account_on_hold');
  service.clock.advance(1);
  expect(await unlinkLast()).toBe('cannot_unlink_sole_account');
  const later = await logIn(service, email);
  const again = await createCustodyClient(service, { token: later.privy_access_token ?? '' });
  expect((await again.call(custodyRoutes.recover, wallet.ref)).status).toBe(200);
  expect((await actor.linkPhone(later, newNumber())).status).toBe(200);

  const kinds = await kindsOf(user.userId);
  for (const kind of ['user.updated_account', 'user.address_removed', 'user.change_undone'])
    expect(kinds).toContain(kind);
});

describe('undoing', () => {
  test('undoing a removal requires a code that was sent to the removed address for this removal, and works once', async () => {
    const email = newEmail();
    const stolen = await actor.owner(email);
    await actor.replaceEmail(stolen, email, newEmail('thief'));
    const reference = await actor.referenceFor(email);
    const params = { reference };
    const refusal = async (code: string) =>
      (await service.call(undoRoutes.undo, { params, body: { code } })).json.code;
    expect(await refusal('000000')).toBe('invalid_credentials');
    // A login code cannot undo a removal, and an undo code cannot log in.
    service.clock.advance(30_000);
    await service.call(emailRoutes.sendCode, { body: { email } });
    expect(await refusal(service.outbox.codeFor(email))).toBe('invalid_credentials');
    service.clock.advance(30_000);
    const body = { request_id: 'a-request-0000000000001' };
    await service.call(undoRoutes.sendCode, { params, body });
    const code = service.outbox.codeFor(email);
    // Repeats the request, as if its answer was lost.
    expect((await service.call(undoRoutes.sendCode, { params, body })).json).toEqual({ success: true });
    expect(service.outbox.codeFor(email)).toBe(code);
    expect(service.outbox.messages.at(-1)?.text).toContain('restore this address to your account');
    const login = await service.call(emailRoutes.authenticate, { body: { email, code } });
    expect(login.json.code).toBe('invalid_credentials');
    const answers = await Promise.all([refusal(code), refusal(code)]);
    expect(answers.filter((one) => one === undefined)).toHaveLength(1);
    expect((await service.call(undoRoutes.find, { params })).json.code).toBe('not_found');
  });

  test('undoing a removal is refused for references that are made up or seven days old', async () => {
    const email = newEmail();
    await actor.replaceEmail(await actor.owner(email), email, newEmail('thief'));
    const reference = await actor.referenceFor(email);
    for (const made of ['x', 'a'.repeat(25), '%00', reference.toUpperCase()])
      expect((await service.call(undoRoutes.find, { params: { reference: made } })).json.code).toBe(
        'not_found',
      );
    const before = service.outbox.messages.length;
    const sent = await service.call(undoRoutes.sendCode, { params: { reference: 'a'.repeat(25) }, body: {} });
    expect(sent.json.code).toBe('not_found');
    expect(service.outbox.messages.length).toEqual(before);
    service.clock.advance(7 * dayMs);
    expect((await actor.undo(reference, email)).json.code).toBe('not_found');
    await service.service.sweep();
    const count = service.database.statement(
      'test_removed',
      'select removal_id from removed_addresses where removal_id = $1',
    );
    expect(await count([reference])).toEqual([]);
  });

  test('undoing a removal removes accounts that were added since, and keeps accounts from before', async () => {
    const email = newEmail();
    const stolen = await actor.owner(email);
    const number = newNumber();
    await actor.linkPhone(stolen, number);
    service.clock.advance(7 * dayMs + 1);
    const again = await logIn(service, email);
    const theirs = newEmail('thief');
    const third = newEmail('thief');
    await actor.replaceEmail(again, email, theirs);
    const reference = await actor.referenceFor(email);
    await actor.replaceEmail(again, theirs, third);
    // The attacker's own address, just removed, is notified but cannot undo anything.
    expect((await actor.mailsTo(theirs)).at(-1)).toMatch(/removed from your account/);
    await expect(actor.referenceFor(theirs)).rejects.toThrow();
    expect((await actor.undo(reference, email)).status).toBe(200);
    const back = await logIn(service, email);
    const accounts = (await meOf(back)).linked_accounts.map((one) =>
      one.type === 'email' ? one.address : one.type === 'phone' ? one.phoneNumber : one.type,
    );
    expect(accounts.sort()).toEqual([number, email].sort());
    expect((await actor.mailsTo(third)).at(-1)).toMatch(/removed from your account/);
    await expect(actor.referenceFor(third)).rejects.toThrow();
  });

  test('undoing a removal takes the address back from a newer user with a wallet only on request', async () => {
    const email = newEmail();
    const stolen = await actor.owner(email);
    const userId = stolen.user?.id ?? '';
    await actor.replaceEmail(stolen, email, newEmail('thief'));
    const reference = await actor.referenceFor(email);
    const { client, wallet, user } = await enterCustody(service, email);
    expect(user.userId).not.toBe(userId);
    await client.call(custodyRoutes.create, wallet.body);
    const refused = await actor.undo(reference, email);
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('cannot_unlink_sole_account');
    expect((await service.call(meRoutes.getMe, actor.bearerOf(stolen))).status).toBe(200);
    expect((await actor.undo(reference, email, { leave_new_account: true })).status).toBe(200);
    expect((await logIn(service, email)).user?.id).toBe(userId);
    expect((await service.call(meRoutes.getMe, { bearer: user.token })).json.code).toBe(
      'missing_or_invalid_token',
    );
  });

  test('the other addresses of a user who loses an address to an undo are notified, as is the address itself', async () => {
    const email = newEmail();
    const stolen = await actor.owner(email);
    await actor.replaceEmail(stolen, email, newEmail('thief'));
    const reference = await actor.referenceFor(email);
    const number = newNumber();
    const newer = await logIn(service, email);
    await actor.linkPhone(newer, number);
    const userId = newer.user?.id ?? '';
    expect(userId).not.toBe(stolen.user?.id);
    service.outbox.clear();
    expect((await actor.undo(reference, email)).status).toBe(200);
    expect(await actor.mailsTo(number)).toEqual([
      expect.stringMatching(/^Harbour: a way to log in was removed from your account/),
    ]);
    const mails = (await actor.mailsTo(email)).join('\n');
    expect(mails).toMatch(/This email address was removed from your account/);
    expect(mails).not.toContain('latchkey_undo=');
    expect(await kindsOf(userId)).toEqual(
      expect.arrayContaining(['user.unlinked_account', 'user.address_removed']),
    );
    const owners = await kindsOf(stolen.user?.id ?? '');
    expect(owners.filter((kind) => kind === 'user.change_undone')).toHaveLength(1);
  });

  test('undoing a removal restores an unlinked phone number, which was notified by SMS', async () => {
    const email = newEmail();
    const number = newNumber();
    const first = await actor.owner(email);
    await actor.linkPhone(first, number);
    service.clock.advance(7 * dayMs + 1);
    const stolen = await logIn(service, email);
    const body = { phoneNumber: number };
    expect((await service.call(smsRoutes.unlink, { ...actor.bearerOf(stolen), body })).status).toBe(200);
    expect((await actor.mailsTo(number)).at(-1)).toMatch(/^Harbour: this number was removed .* Undo: http/);
    expect((await actor.mailsTo(email)).at(-1)).toMatch(
      /removed from your account\. You can no longer log in with it/,
    );
    expect((await actor.undo(await actor.referenceFor(number), number)).status).toBe(200);
    expect((await meOf(await logIn(service, email))).linked_accounts).toHaveLength(2);
  });

  test('undoing a removal restores an address whose user was tricked into moving it to another user', async () => {
    const email = newEmail();
    const first = await actor.owner(email);
    const number = newNumber();
    await actor.linkPhone(first, number);
    service.clock.advance(7 * dayMs + 1);
    const phoneNumber = newNumber();
    await service.call(smsRoutes.sendCode, { body: { phoneNumber } });
    const code = service.outbox.codeFor(phoneNumber);
    const thief = (await service.call(smsRoutes.authenticate, { body: { phoneNumber, code } })).json;
    const offered = await actor.linkEmail(thief, email);
    const nonce = String(offered.json.data?.nonce);
    const moved = await service.call(emailRoutes.transfer, {
      ...actor.bearerOf(thief),
      body: { nonce, email },
    });
    expect(moved.status).toBe(200);
    expect(await addressesOf(thief)).toEqual([email]);
    expect((await actor.mailsTo(number)).at(-1)).toMatch(/a way to log in was removed/);
    expect((await actor.undo(await actor.referenceFor(email), email)).status).toBe(200);
    expect((await logIn(service, email)).user?.id).toBe(first.user?.id);
  });

  test('undoing a removal is not offered if another account, which the user has had for more than seven days, confirmed the change', async () => {
    const email = newEmail();
    const number = newNumber();
    const owner = await actor.owner(email);
    await actor.linkPhone(owner, number);
    const confirmByPhone = async (login: TokenReply) => {
      const code = await actor.sendCode(number, login);
      const body = { method: 'sms', phoneNumber: number, code, purpose: 'account_change' };
      return service.call(reauthenticateRoute, { ...actor.bearerOf(login), body });
    };
    // The user has had the number for less than seven days, so the change can be undone.
    const early = await logIn(service, email);
    expect((await confirmByPhone(early)).status).toBe(200);
    const second = newEmail();
    await actor.replaceEmail(early, email, second);
    expect((await actor.undo(await actor.referenceFor(email), email)).status).toBe(200);

    service.clock.advance(7 * dayMs + 1);
    const login = await logIn(service, email);
    expect((await confirmByPhone(login)).status).toBe(200);
    service.outbox.clear();
    await actor.replaceEmail(login, email, second);
    expect((await actor.mailsTo(email)).at(-1)).not.toContain('latchkey_undo');
    const find = service.database.statement<{ removal_id: string }>(
      'test_newest',
      'select removal_id from removed_addresses where subject = $1 order by removed_at_ms desc limit 1',
    );
    const [row] = await find([email]);
    const answer = await service.call(undoRoutes.sendCode, {
      params: { reference: row?.removal_id ?? '' },
      body: {},
    });
    expect(answer.json.code).toBe('not_found');
  });
});

describe('other sessions', () => {
  test('replacing an address ends other sessions only if a proof for the change confirmed it', async () => {
    const email = newEmail();
    const other = await actor.owner(email);
    const login = await logIn(service, email);
    const isAlive = async (one: TokenReply) =>
      (await service.call(meRoutes.getMe, actor.bearerOf(one))).status === 200;
    // A recent login does not end other sessions, because it may be an attacker's.
    const second = newEmail();
    await actor.replaceEmail(login, email, second);
    expect(await isAlive(other)).toBe(true);
    // Linking ends no session, and spends the proof.
    await confirm(service, login, second, { purpose: 'account_change' });
    await actor.linkPhone(login, newNumber());
    expect(await isAlive(other)).toBe(true);
    const third = newEmail();
    await actor.replaceEmail(login, second, third);
    expect(await isAlive(other)).toBe(true);

    await confirm(service, login, third, { purpose: 'account_change' });
    await actor.replaceEmail(login, third, newEmail());
    expect(await isAlive(other)).toBe(false);
    expect(await isAlive(login)).toBe(true);
    expect(await kindsOf(login.user?.id ?? '')).toContain('user.sessions_ended');
  });
});
