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
/** Creates a guest in two browsers that share the credential. The tests continue in the second browser. */
async function newGuest() {
  const guest_credential = randomBytes(32).toString('base64url');
  const enter = async () =>
    (await service.call(guestRoutes.authenticate, { appId, body: { guest_credential } })).json;
  const older = await enter();
  return { caller: await enter(), older, enter };
}

describe.each(Object.entries(accountTypes))('[S24] a guest who proves an account (%s)', (_, kind) => {
  test('a guest who links an account keeps the session that links it, but no other session and not the credential', async () => {
    const { caller, older, enter } = await newGuest();
    const linked = await kind.link(++people, bearerOf(caller));
    expect(linked.status).toBe(200);
    expect(linked.json.id).toEqual(caller.user?.id);
    expect(await isAlive(older)).toBe(false);
    expect(await isAlive(caller)).toBe(true);
    expect((await enter()).user?.id).not.toBe(caller.user?.id);
  });

  test('a guest who moves an account from another user keeps the session that moves it, but no other session and not the credential', async () => {
    const person = ++people;
    await kind.enter(person, { appId });
    const { caller, older, enter } = await newGuest();
    const mine = bearerOf(caller);
    const nonce = await nonceOf(kind.link(person, mine));
    // No account has been moved yet.
    expect(await isAlive(older)).toBe(true);
    const moved = await kind.transfer(person, nonce, mine);
    expect(moved.status).toBe(200);
    expect(moved.json.id).toEqual(caller.user?.id);
    expect(await isAlive(older)).toBe(false);
    expect(await isAlive(caller)).toBe(true);
    expect((await enter()).user?.id).not.toBe(caller.user?.id);
  });

  test('a guest keeps all sessions if the transfer of an account is refused', async () => {
    const { caller, older } = await newGuest();
    const person = ++people;
    await kind.enter(person, { appId });
    const mine = bearerOf(caller);
    await kind.link(person, mine);
    expect((await kind.transfer(person, 'x'.repeat(43), mine)).json.code).toBe('invalid_credentials');
    expect(await isAlive(older)).toBe(true);
    expect(await isAlive(caller)).toBe(true);
  });
});

test('[S24] a user who is not a guest keeps their other sessions when they link an account', async () => {
  const me = await logIn(service, 'somebody@example.com');
  const again = await logIn(service, 'somebody@example.com');
  expect((await accountTypes.telegram.link(++people, bearerOf(me))).status).toBe(200);
  expect(await isAlive(me)).toBe(true);
  expect(await isAlive(again)).toBe(true);
});
