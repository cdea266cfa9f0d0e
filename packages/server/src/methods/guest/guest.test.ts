import { randomBytes } from 'node:crypto';
import {
  claimsOf,
  createCustodyClient,
  createTestService,
  logIn,
  makeWallet,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import {
  custodyRoutes,
  directoryRoutes,
  emailRoutes,
  forkRoute,
  guestRoutes,
  reauthenticateRoute,
  sessionRoutes,
  type TokenReply,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../apps/appSecret.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Guests',
  email_auth: true,
  guest_auth: true,
  legacy_custody_token: true,
  secret_hash: hashOfSecret(testAppSecret),
  allowed_origins: ['http://localhost:3000'],
};
const closed = { ...app, id: 'latchkey-test-app-0000002', guest_auth: false };
const listed = { ...app, id: 'latchkey-test-app-0000003', allowlist_enabled: true };
const full = { ...app, id: 'latchkey-test-app-0000004', max_users: 1 };

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, closed, listed, full] });
});
afterAll(() => service.close());

const newCredential = () => randomBytes(32).toString('base64url');
const enter = (guest_credential: string, input: { appId?: string; bearer?: string } = {}) =>
  service.call(guestRoutes.authenticate, { ...input, body: { guest_credential } });
const bearerOf = (login: TokenReply) => login.privy_access_token ?? '';
const sidOf = (login: TokenReply): string => claimsOf(login.token).sid;

async function logInAs(email: string, bearer: string, mode: 'login-or-sign-up' | 'no-signup' | null = null) {
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { bearer, body: { email } });
  const body = { email, code: service.outbox.codeFor(email), mode };
  return service.call(emailRoutes.authenticate, { bearer, body });
}
const isAlive = async (login: TokenReply) =>
  (await service.call(sessionRoutes.refresh, { body: { refresh_token: login.refresh_token } })).status ===
  200;

async function giveWallet(login: TokenReply): Promise<string> {
  const client = await createCustodyClient(service, { token: bearerOf(login) });
  const { body } = makeWallet({ appId: app.id, userId: login.user?.id ?? '' });
  const { status } = await client.call(custodyRoutes.create, body);
  expect(status).toBe(200);
  return body.wallets[0]?.address ?? '';
}

test('[GUEST-01, SDK-01] a guest credential creates a guest, and logs in the same guest in a new session', async () => {
  const credential = newCredential();
  const first = await enter(credential);
  expect(first.status).toBe(200);
  expect(first.json.is_new_user).toBe(true);
  expect(first.json.user).toMatchObject({ is_guest: true, linked_accounts: [] });
  const again = await enter(credential);
  expect(again.status).toBe(200);
  expect(again.json.is_new_user).toBe(false);
  expect(again.json.user?.id).toBe(first.json.user?.id);
  expect(sidOf(again.json)).not.toBe(sidOf(first.json));
  const other = await enter(newCredential());
  expect(other.json.user?.id).not.toBe(first.json.user?.id);
});

test('[GUEST-01] tabs that log in simultaneously get the same guest', async () => {
  const credential = newCredential();
  const entered = await Promise.all([enter(credential), enter(credential), enter(credential)]);
  expect(new Set(entered.map(({ json }) => json.user?.id)).size).toBe(1);
});

test('the database row of a guest does not contain the credential, and a search for the row’s subject finds no guest', async () => {
  const credential = newCredential();
  const { json } = await enter(credential);
  const read = service.database.statement<{ row: string; subject: string }>(
    'test_guest',
    `select a::text as row, a.subject from linked_accounts a where type = 'guest' and user_id = $1`,
  );
  const [kept] = await read([json.user?.id ?? '']);
  expect(kept?.row).not.toContain(credential);
  expect(kept?.subject).toHaveLength(43);
  const found = await service.call(directoryRoutes.searchUsers, {
    body: { searchTerm: kept?.subject.slice(0, 6) ?? '' },
  });
  expect(found.status).toBe(200);
  expect(found.json.data).toEqual([]);
});

test.each([
  ['too short', 'a'.repeat(42)],
  ['too long', 'a'.repeat(44)],
  ['not base64url', `${'a'.repeat(42)}=`],
])('a guest credential that is %s is refused', async (_, credential) => {
  const { status, json } = await enter(credential);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
});

test('an app admits no new guest if guests are off, if it has an allowlist, or if it is full', async () => {
  expect((await enter(newCredential(), { appId: closed.id })).json.code).toBe('disallowed_login_method');
  expect((await enter(newCredential(), { appId: listed.id })).json.code).toBe('allowlist_rejected');
  const credential = newCredential();
  expect((await enter(credential, { appId: full.id })).status).toBe(200);
  expect((await enter(newCredential(), { appId: full.id })).json.code).toBe('max_accounts_reached');
  expect((await enter(credential, { appId: full.id })).status).toBe(200);
});

test('[GUEST-05] a user who is logged in cannot log in as a guest; a guest, or a caller with an invalid token, can', async () => {
  const person = await logIn(service, 'person@example.com');
  const refused = await enter(newCredential(), { bearer: bearerOf(person) });
  expect(refused.status).toBe(403);
  expect(refused.json.code).toBe('disallowed_login_method');
  const guest = await enter(newCredential());
  expect((await enter(newCredential(), { bearer: bearerOf(guest.json) })).status).toBe(200);
  expect((await enter(newCredential(), { bearer: 'nonsense' })).status).toBe(200);
});

describe('a guest who logs in with another method', () => {
  test('[GUEST-03, S24] a guest who logs in keeps id and wallet as a full user, in a new session, and loses all old sessions and the credential', async () => {
    const credential = newCredential();
    const guest = (await enter(credential)).json;
    const elsewhere = (await enter(credential)).json;
    const address = await giveWallet(guest);
    const { status, json } = await logInAs('upgraded@example.com', bearerOf(guest));
    expect(status).toBe(200);
    expect(json.is_new_user).toBe(false);
    expect(json.user?.id).toBe(guest.user?.id);
    expect(json.user).toMatchObject({
      is_guest: false,
      linked_accounts: [
        { type: 'wallet', address },
        { type: 'email', address: 'upgraded@example.com' },
      ],
    });
    expect(sidOf(json)).not.toBe(sidOf(guest));
    // The guest's old tokens and credential give no access to the account.
    expect(await isAlive(guest)).toBe(false);
    expect(await isAlive(elsewhere)).toBe(false);
    expect(await isAlive(json)).toBe(true);
    const stranger = (await enter(credential)).json;
    expect(stranger.user?.id).not.toBe(guest.user?.id);
    const later = await logIn(service, 'upgraded@example.com');
    expect(later.user?.id).toBe(guest.user?.id);
  });

  test("[GUEST-03] a guest is logged in as the user who has the account, if there is one, and the guest's session ends", async () => {
    const known = await logIn(service, 'known@example.com');
    const guest = (await enter(newCredential())).json;
    const { status, json } = await logInAs('known@example.com', bearerOf(guest));
    expect(status).toBe(200);
    expect(json.user?.id).toEqual(known.user?.id);
    expect(json.user?.is_guest).toBe(false);
    expect(await isAlive(guest)).toBe(false);
  });

  test('[GUEST-03] a login of a guest with a wallet is refused if another user has the account; the guest keeps session and wallet', async () => {
    await logIn(service, 'owner@example.com');
    const guest = (await enter(newCredential())).json;
    const address = await giveWallet(guest);
    for (const mode of [null, 'no-signup'] as const) {
      const { status, json } = await logInAs('owner@example.com', bearerOf(guest), mode);
      expect(status).toBe(422);
      expect(json.code).toBe('linked_to_another_user');
    }
    const still = await service.call(sessionRoutes.refresh, { body: { refresh_token: guest.refresh_token } });
    expect(still.json.user).toMatchObject({
      id: guest.user?.id,
      is_guest: true,
      linked_accounts: [{ address }],
    });
  });

  test('[GUEST-03] a guest becomes a full user with the account that they link', async () => {
    const guest = (await enter(newCredential())).json;
    const bearer = bearerOf(guest);
    // The login is now too old for actions that require a recent one. Linking does not require one of a guest, who has
    // no login to protect yet.
    service.clock.advance(20 * 60_000);
    const email = 'linked@example.com';
    await service.call(emailRoutes.sendCode, { bearer, body: { email } });
    const body = { email, code: service.outbox.codeFor(email) };
    const { status, json } = await service.call(emailRoutes.link, { bearer, body });
    expect(status).toBe(200);
    expect(json).toEqual(expect.objectContaining({ id: guest.user?.id, is_guest: false }));
    expect((await logIn(service, email)).user?.id).toBe(guest.user?.id);
  });

  test('a guest stays a guest if sign-up is not allowed and no user has the account', async () => {
    const guest = (await enter(newCredential())).json;
    const { status, json } = await logInAs('nobody@example.com', bearerOf(guest), 'no-signup');
    expect(status).toBe(404);
    expect(json.code).toBe('user_does_not_exist');
    expect(await isAlive(guest)).toBe(true);
  });

  test('a guest gets one account only, even from two simultaneous logins', async () => {
    const guest = (await enter(newCredential())).json;
    const emails = ['door-a@example.com', 'door-b@example.com'];
    for (const email of emails) await service.call(emailRoutes.sendCode, { body: { email } });
    const logins = await Promise.all(
      emails.map((email) =>
        service.call(emailRoutes.authenticate, {
          bearer: bearerOf(guest),
          body: { email, code: service.outbox.codeFor(email) },
        }),
      ),
    );
    expect(logins.map(({ status }) => status)).toEqual([200, 200]);
    const ids = logins.map(({ json }) => json.user?.id);
    expect(ids.filter((id) => id === guest.user?.id)).toHaveLength(1);
    for (const { json } of logins) expect(json.user?.linked_accounts).toHaveLength(1);
  });
});

test('a guest cannot fork a session', async () => {
  const guest = (await enter(newCredential())).json;
  const { status, json } = await service.call(forkRoute, {
    bearer: bearerOf(guest),
    body: { refresh_token: guest.refresh_token },
  });
  expect(status).toBe(422);
  expect(json.code).toBe('not_supported');
  expect(await isAlive(guest)).toBe(true);
});

test('a guest confirms the login with the same credential and no other', async () => {
  const credential = newCredential();
  const guest = (await enter(credential)).json;
  const prove = (guest_credential: string) =>
    service.call(reauthenticateRoute, {
      bearer: bearerOf(guest),
      body: { method: 'guest', guest_credential },
    });
  expect((await prove(credential)).json.auth_time).toBe(Math.floor(service.clock.now() / 1000));
  for (const other of [newCredential(), await enterAnother()]) {
    expect((await prove(other)).json.code).toBe('invalid_credentials');
  }
  async function enterAnother() {
    const another = newCredential();
    await enter(another);
    return another;
  }
});
