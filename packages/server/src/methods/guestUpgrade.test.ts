import { randomBytes } from 'node:crypto';
import type { Sandbox } from '@latchkey/sandbox';
import { logIn, type TestService } from '@latchkey/testkit';
import { guestRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountReply,
  appOfAllAccountTypes,
  createAccountTypes,
  startAllAccountTypes,
} from './accountTypes.testkit.ts';

const app = { ...appOfAllAccountTypes, guest_auth: true, account_transfer: true };
const appId = app.id;

let service: TestService;
let sandbox: Sandbox;
beforeAll(async () => {
  ({ sandbox, service } = await startAllAccountTypes([app]));
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

const { accountTypes } = createAccountTypes(() => ({ service, sandbox }));
let people = 0;
const bearerOf = ({ token }: TokenReply) => ({ appId, bearer: token ?? '' });
const nonceOf = async (answer: AccountReply) => String((await answer).json.data?.nonce);
const isAlive = async ({ refresh_token }: TokenReply) =>
  (await service.call(sessionRoutes.refresh, { appId, body: { refresh_token } })).status === 200;
/** A guest in two browsers that share the credential; the second is the one that goes on. */
async function newGuest() {
  const guest_credential = randomBytes(32).toString('base64url');
  const enter = async () =>
    (await service.call(guestRoutes.authenticate, { appId, body: { guest_credential } })).json;
  const older = await enter();
  return { caller: await enter(), older, enter };
}

describe.each(Object.entries(accountTypes))('[S24] a guest who proves an account by %s', (_, kind) => {
  test('keeps the session that links, and no other one, nor the credential', async () => {
    const { caller, older, enter } = await newGuest();
    const linked = await kind.link(++people, bearerOf(caller));
    expect([linked.status, linked.json.id]).toEqual([200, caller.user?.id]);
    expect([await isAlive(older), await isAlive(caller)]).toEqual([false, true]);
    expect((await enter()).user?.id).not.toBe(caller.user?.id);
  });

  test('keeps the session that moves it from another user, and no other one, nor the credential', async () => {
    const person = ++people;
    await kind.enter(person, { appId });
    const { caller, older, enter } = await newGuest();
    const mine = bearerOf(caller);
    const nonce = await nonceOf(kind.link(person, mine));
    // Nothing was decided yet.
    expect(await isAlive(older)).toBe(true);
    const moved = await kind.transfer(person, nonce, mine);
    expect([moved.status, moved.json.id]).toEqual([200, caller.user?.id]);
    expect([await isAlive(older), await isAlive(caller)]).toEqual([false, true]);
    expect((await enter()).user?.id).not.toBe(caller.user?.id);
  });

  test('that is refused keeps all', async () => {
    const { caller, older } = await newGuest();
    const person = ++people;
    await kind.enter(person, { appId });
    const mine = bearerOf(caller);
    await kind.link(person, mine);
    expect((await kind.transfer(person, 'x'.repeat(43), mine)).json.code).toBe('invalid_credentials');
    expect([await isAlive(older), await isAlive(caller)]).toEqual([true, true]);
  });
});

test('[S24] a user who links is no guest: their other sessions go on', async () => {
  const me = await logIn(service, 'somebody@example.com');
  const again = await logIn(service, 'somebody@example.com');
  expect((await accountTypes.telegram.link(++people, bearerOf(me))).status).toBe(200);
  expect([await isAlive(me), await isAlive(again)]).toEqual([true, true]);
});
