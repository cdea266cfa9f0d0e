import type { Sandbox } from '@latchkey/sandbox';
import { createCustodyClient, logIn, makeWallet, type TestService } from '@latchkey/testkit';
import { auditRoutes, custodyRoutes, limits, type TokenReply, telegramRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountReply,
  type AccountTypeOwner,
  appOfAllAccountTypes,
  betweenSendsMs,
  createAccountTypes,
  startAllAccountTypes,
} from '../accountTypes.testkit.ts';

const { accountTypes, signed } = createAccountTypes(() => ({ service, sandbox }));

const still = appOfAllAccountTypes;
/**
 * App that accepts logins of any age. The tests send a person five or more codes, two minutes apart, after which a
 * login no longer counts as recent.
 */
const moving = {
  ...still,
  id: 'latchkey-test-app-0000002',
  account_transfer: true,
  sensitive_max_age: 0,
};
const strict = { ...still, id: 'latchkey-test-app-0000003', account_transfer: true };

let service: TestService;
let sandbox: Sandbox;
beforeAll(async () => {
  ({ sandbox, service } = await startAllAccountTypes([moving, still, strict]));
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

let people = 0;
const bearerOf = ({ token }: TokenReply) => ({ bearer: token ?? '' });
/** Creates a user without an account of this type. */
async function newcomer({ type }: Pick<AccountTypeOwner, 'type'>, appId = moving.id): Promise<TokenReply> {
  const person = ++people;
  if (type !== 'email') return logIn(service, `me-${person}@example.com`, { appId });
  return (await accountTypes.sms?.enter(person, { appId }))?.json ?? expect.unreachable();
}
const nonceOf = async (answer: AccountReply) => String((await answer).json.data?.nonce);

describe.each(Object.entries(accountTypes))(
  '[LINK-05] an account (%s) that another user has',
  (method, kind) => {
    const appId = moving.id;

    test('an account of another user is offered to the user who proves it, with a nonce that moves it once and only to that user', async () => {
      const [person, stranger] = [++people, ++people];
      const owner = (await kind.enter(person, { appId })).json;
      await kind.enter(stranger, { appId });
      const [me, other] = [await newcomer(kind), await newcomer(kind)];
      const mine = { appId, ...bearerOf(me) };
      const offer = () => nonceOf(kind.link(person, mine));

      const conflict = await kind.link(person, mine);
      const subject = await kind.subjectOf(person);
      expect(conflict.status).toBe(422);
      expect(conflict.json.code).toBe('account_transfer_required');
      expect(conflict.json.data).toEqual({
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        subject,
        account: { displayName: kind.nameOf(person) },
        otherUser: method === 'oauth' ? { oAuthUserInfo: expect.objectContaining({ subject }) } : {},
      });
      const stillOwners = await kind.enter(person, { appId });
      expect(stillOwners.json.user?.id).toEqual(owner.user?.id);
      expect(stillOwners.json.is_new_user).toBe(false);

      const refused = async (answer: AccountReply) => {
        const { status, json } = await answer;
        expect(status).toBe(422);
        expect(json.code).toBe('invalid_credentials');
      };
      const first = await offer();
      await refused(kind.transfer(person, first, { appId, ...bearerOf(other) }));
      // A nonce is consumed if another user sends it, or if it is sent for another account.
      await refused(kind.transfer(person, first, mine));
      const second = await offer();
      await refused(kind.transfer(stranger, second, mine));
      await refused(kind.transfer(person, second, mine));
      const foreign = method === 'email' ? accountTypes.sms : accountTypes.email;
      await refused(foreign?.transfer(person, await offer(), mine) ?? expect.unreachable());

      const third = await offer();
      const answers = await Promise.all([
        kind.transfer(person, third, mine),
        kind.transfer(person, third, mine),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const moved = answers.find(({ status }) => status === 200)?.json;
      expect(moved?.id).toEqual(me.user?.id);
      expect(moved?.linked_accounts?.map(({ type }) => type)).toEqual([
        kind.type === 'email' ? 'phone' : 'email',
        kind.type,
      ]);
      const login = await kind.enter(person, { appId });
      expect(login.json.user?.id).toEqual(me.user?.id);
      expect(login.json.is_new_user).toBe(false);
    });

    test('an account stays with its user if the app allows no transfers, and the refusal has no details', async () => {
      const person = ++people;
      await kind.enter(person, { appId: still.id });
      const me = await newcomer(kind, still.id);
      const { status, json } = await kind.link(person, { appId: still.id, ...bearerOf(me) });
      expect(status).toBe(422);
      expect(json).toEqual({
        code: 'linked_to_another_user',
        error: 'This account has already been linked to another user.',
      });
      const transfer = await kind.transfer(person, 'x'.repeat(43), { appId: still.id, ...bearerOf(me) });
      expect(transfer.json.code).toBe('invalid_credentials');
    });
  },
);

const { email, telegram } = accountTypes;

test('[LINK-02] a transfer requires a live session with a recent login', async () => {
  const person = ++people;
  const appId = strict.id;
  await email.enter(person, { appId });
  const me = await newcomer(email, appId);
  const nonce = await nonceOf(email.link(person, { appId, ...bearerOf(me) }));
  expect((await email.transfer(person, nonce, { appId, bearer: '' })).json.code).toBe(
    'missing_or_invalid_token',
  );
  service.clock.advance(601_000);
  const late = await email.transfer(person, nonce, { appId, ...bearerOf(me) });
  expect(late.status).toBe(403);
  expect(late.json.code).toBe('recent_login_required');
});

test('the offer of a transfer ends after ten minutes', async () => {
  const person = ++people;
  const appId = moving.id;
  await email.enter(person, { appId });
  const mine = { appId, ...bearerOf(await newcomer(email)) };
  const [late, inTime] = [await nonceOf(email.link(person, mine)), await nonceOf(email.link(person, mine))];
  service.clock.advance(limits.transferLifeMs - betweenSendsMs);
  expect((await email.transfer(person, late, mine)).json.code).toBe('invalid_credentials');
  service.clock.advance(betweenSendsMs - 1_000);
  expect((await email.transfer(person, inTime, mine)).status).toBe(200);
});

test('the last login account of a user with a wallet cannot be moved to another user; the offer names the wallet', async () => {
  const person = ++people;
  const appId = moving.id;
  const owner = (await email.enter(person, { appId })).json;
  const token = owner.privy_access_token ?? '';
  const custody = await createCustodyClient(service, { token, appId });
  const { body } = makeWallet({ appId, userId: owner.user?.id ?? '' });
  expect((await custody.call(custodyRoutes.create, body)).status).toBe(200);
  const mine = { appId, ...bearerOf(await newcomer(email)) };

  const conflict = await email.link(person, mine);
  expect(conflict.json.data?.otherUser).toEqual({ embeddedWalletAddress: body.wallets[0]?.address });
  const refused = await email.transfer(person, String(conflict.json.data?.nonce), mine);
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('cannot_unlink_sole_account');

  await telegram.link(person, { appId, ...bearerOf(owner) });
  const moved = await email.transfer(person, await nonceOf(email.link(person, mine)), mine);
  expect(moved.status).toBe(200);
  const left = (await telegram.enter(person, { appId })).json.user;
  expect(left?.id).toEqual(owner.user?.id);
  expect(left?.linked_accounts.map(({ type }) => type)).toEqual(['wallet', 'telegram']);
});

test('[S41] a nonce moves no Telegram account without data that Telegram signed for the account’s person', async () => {
  const person = ++people;
  const appId = moving.id;
  await telegram.enter(person, { appId });
  const mine = { appId, ...bearerOf(await newcomer(telegram)) };
  const { telegram_auth_result } = signed(person);
  const forged = { ...telegram_auth_result, hash: '0'.repeat(64) };
  for (const [body, code] of [
    [{ telegram_auth_result: forged }, 'invalid_credentials'],
    [signed(++people), 'invalid_credentials'],
    [{}, 'invalid_data'],
  ] as const) {
    const nonce = await nonceOf(telegram.link(person, mine));
    const { json } = await service.call(telegramRoutes.transfer, { ...mine, body: { nonce, ...body } });
    expect(json.code).toBe(code);
  }
  const entered = await telegram.enter(person, { appId });
  expect(entered.json.user?.linked_accounts.map(({ type }) => type)).toEqual(['telegram']);
});

test('the audit log records a transfer for both users, without the address', async () => {
  const person = ++people;
  const appId = moving.id;
  const owner = (await email.enter(person, { appId })).json;
  const me = await newcomer(email);
  const mine = { appId, ...bearerOf(me) };
  await email.transfer(person, await nonceOf(email.link(person, mine)), mine);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: appId },
    bearer: service.config.adminKey,
    body: { limit: 1000 } as never,
  });
  const changes = json.events.filter(
    ({ kind, user_id }) => kind.endsWith('_account') && [owner.user?.id, me.user?.id].includes(user_id ?? ''),
  );
  expect(changes.map(({ kind, user_id, details, actor }) => [kind, user_id, details, actor.id])).toEqual([
    ['user.unlinked_account', owner.user?.id, { account_type: 'email' }, me.user?.id],
    ['user.transferred_account', me.user?.id, { account_type: 'email' }, me.user?.id],
  ]);
  expect(JSON.stringify(changes)).not.toContain('@');
});
