import {
  createTestClient,
  createTestService,
  logIn,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmailLogin,
  createGuestAccount,
  createWallet,
  forkSession,
  logout,
  needsWallet,
} from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Guests',
  email_auth: true,
  guest_auth: true,
  legacy_custody_token: true,
  embedded_wallet_config: {
    create_on_login: 'users-without-wallets' as const,
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
  allowed_origins: ['http://localhost:3000'],
};
const guestKey = `privy:guest:${app.id}`;

describe('guests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ apps: [app] });
  });
  afterAll(() => service.close());

  async function visitor(options: TestClientOptions = {}) {
    const test = createTestClient(service, options);
    await test.client.start();
    return test;
  }
  /** Creates a guest in a browser with a scripted wallet frame. */
  async function guestWithWallet() {
    const wallet = createScriptedFrame(service);
    const test = await visitor({ page: { frame: wallet.script } });
    await createGuestAccount(test.client);
    const { address } = await createWallet(test.client);
    return { ...test, address };
  }

  it('[GUEST-01] a guest login creates a credential in the browser, and an account of type guest', async () => {
    const { client, profile, requests } = await visitor();
    const { user, isNewUser } = await createGuestAccount(client);
    expect(user.isGuest).toBe(true);
    expect(isNewUser).toBe(true);
    expect(user.linkedAccounts).toEqual([{ type: 'guest', latestVerifiedAt: user.createdAt }]);
    expect(client.getState()).toMatchObject({ authenticated: true, user: { id: user.id, isGuest: true } });
    const posted = requests.at(-1);
    expect(new URL(posted?.url ?? '').pathname).toBe('/api/v1/guest/authenticate');
    const credential = JSON.parse(profile.stored.get(guestKey) ?? '');
    expect(credential).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await posted?.json()).toEqual({ guest_credential: credential });
  });

  it('two simultaneous logins of a guest send only the request of the first login', async () => {
    const { client, requests } = await visitor();
    await createGuestAccount(client);
    const login = createEmailLogin(client);
    await login.sendCode({ email: 'twice@company.example' });
    const code = service.outbox.codeFor('twice@company.example');
    await Promise.allSettled([
      login.loginWithCode({ code, disableSignup: true }),
      login.loginWithCode({ code }),
    ]);
    const sent = requests.filter(({ url }) => url.endsWith('/passwordless/authenticate'));
    expect(await Promise.all(sent.map((request) => request.json()))).toMatchObject([{ mode: 'no-signup' }]);
    expect(client.getState().user?.isGuest).toBe(true);
  });

  it('[GUEST-01] a browser keeps its guest when called twice, after a reload, and after the session is lost', async () => {
    const first = await visitor();
    const { profile } = first;
    const [{ user }, twin] = await Promise.all([
      createGuestAccount(first.client),
      createGuestAccount(first.client),
    ]);
    expect(twin.user.id).toBe(user.id);
    expect((await createGuestAccount(first.client)).user.id).toBe(user.id);
    const reloaded = await visitor({ profile });
    expect(reloaded.client.getState().user).toMatchObject({ id: user.id, isGuest: true });
    for (const name of [...profile.stored.keys()]) if (name !== guestKey) profile.stored.delete(name);
    profile.open().cookies.clear();
    const lost = await visitor({ profile });
    expect(lost.client.getState().authenticated).toBe(false);
    expect(await createGuestAccount(lost.client)).toMatchObject({ user: { id: user.id }, isNewUser: false });
  });

  it('a logout forgets the guest, so the next person is another guest', async () => {
    const { client, profile } = await visitor();
    const { user } = await createGuestAccount(client);
    await logout(client);
    expect(profile.stored.has(guestKey)).toBe(false);
    expect((await createGuestAccount(client)).user.id).not.toBe(user.id);
  });

  it('[GUEST-02] a guest is due an embedded wallet if the app creates one at login, and can create it', async () => {
    const wallet = createScriptedFrame(service);
    const { client } = await visitor({ page: { frame: wallet.script } });
    await createGuestAccount(client);
    expect(needsWallet(client.getState())).toBe(true);
    const { address } = await createWallet(client);
    expect(client.getState().user).toMatchObject({ isGuest: true, wallet: { address } });
    expect(needsWallet(client.getState())).toBe(false);
  });

  it('[GUEST-03, ROLE-02] a guest keeps user id and wallet at a login with a new identity', async () => {
    const { client, profile, address, logIn: logInByCode } = await guestWithWallet();
    const before = client.getState().user;
    await logInByCode('grown-up@company.example');
    const { user } = client.getState();
    expect(user).toMatchObject({
      id: before?.id,
      isGuest: false,
      email: { address: 'grown-up@company.example' },
      wallet: { address },
    });
    expect(user?.linkedAccounts.map(({ type }) => type).sort()).toEqual(['email', 'wallet']);
    expect(profile.stored.has(guestKey)).toBe(false);
  });

  it("[GUEST-03] a guest becomes the identity's user if there is one, unless a wallet would be lost", async () => {
    const known = await logIn(service, 'known@company.example');
    const poor = await visitor();
    await createGuestAccount(poor.client);
    service.clock.advance(31_000);
    await poor.logIn('known@company.example');
    expect(poor.client.getState().user).toMatchObject({ id: known.user?.id, isGuest: false });

    const { client, profile, address } = await guestWithWallet();
    const before = client.getState().user;
    const login = createEmailLogin(client);
    service.clock.advance(31_000);
    await login.sendCode({ email: 'known@company.example' });
    const code = service.outbox.codeFor('known@company.example');
    await expect(login.loginWithCode({ code })).rejects.toMatchObject({ code: 'linked_to_another_user' });
    expect(client.getState().user).toMatchObject({ id: before?.id, isGuest: true, wallet: { address } });
    const reloaded = await visitor({ profile });
    expect(reloaded.client.getState().user?.id).toBe(before?.id);
  });

  it('[GUEST-03] a guest keeps the user id even if the access token has expired by the login', async () => {
    const { client, timers, logIn: logInByCode } = await visitor();
    const { user } = await createGuestAccount(client);
    await timers.advance(2 * 60 * 60_000);
    await logInByCode('late@company.example');
    expect(client.getState().user).toMatchObject({ id: user.id, isGuest: false });
  });

  it('[GUEST-04, GUEST-05] a signed-in user can neither become a guest, for which the client sends nothing, nor log in again: the client warns and keeps the user', async () => {
    const test = await visitor();
    await test.logIn('person@company.example');
    const before = test.client.getState().user;
    const sent = test.sent.length;
    await expect(createGuestAccount(test.client)).rejects.toMatchObject({ code: 'no_auth_flow' });
    expect(test.warnings).toEqual([expect.stringContaining('Login ignored')]);
    expect(test.sent).toHaveLength(sent);
    expect(test.profile.stored.has(guestKey)).toBe(false);
    service.clock.advance(31_000);
    await expect(test.logIn('other@company.example')).rejects.toMatchObject({ code: 'no_auth_flow' });
    expect(test.warnings).toHaveLength(2);
    expect(test.client.getState().user).toEqual(before);
  });

  it("a guest's session cannot be forked", async () => {
    const { client } = await visitor();
    await createGuestAccount(client);
    await expect(forkSession(client)).rejects.toMatchObject({ code: 'not_supported' });
  });
});
