import { claimsOf, createWalletOwner } from '@latchkey/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { type ClientApp, openApp, versions } from './client.ts';

// The headless client, unmodified, in Node. Only its option `baseUrl` points to our service.

const appId = 'latchkey-test-app-0000001';
const hourMs = 3_600_000;
const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));
const refresh = 'POST /api/v1/sessions 200';

describe.each(matrix)('js-sdk-core $version, $database', ({ database, name }) => {
  let service: ReachableService;
  const open = (storage?: Map<string, unknown>) =>
    openApp({ name, appId, url: service.url, ...(storage ? { storage } : {}) });

  async function logIn(email: string): Promise<ClientApp> {
    const app = await open();
    await app.client.auth.email.sendCode(email);
    await app.client.auth.email.loginWithCode(email, service.outbox.codeFor(email));
    return app;
  }

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId })]);
  });
  beforeEach(() => {
    service.passTime(60_000);
    service.takeRequests();
  });
  afterAll(() => service?.close());

  test('js-sdk-core reads the config of the app', async () => {
    const { client } = await open();
    await client.initialize();
    expect(client.app.getConfig()).toMatchObject({ id: appId, email_auth: true });
  });

  test('js-sdk-core signs up a new user with an email code, and logs in the same user later', async () => {
    const app = await open();
    expect(await app.client.auth.email.sendCode('Ada@Example.com')).toMatchObject({ success: true });
    const code = service.outbox.codeFor('ada@example.com');
    const { user, is_new_user } = await app.client.auth.email.loginWithCode('Ada@Example.com', code);
    expect(is_new_user).toBe(true);
    expect(user).toMatchObject({
      id: expect.stringMatching(/^did:privy:/),
      linked_accounts: [{ type: 'email', address: 'ada@example.com' }],
      mfa_methods: [],
      has_accepted_terms: false,
      is_guest: false,
    });
    expect(app.users.at(-1)).toEqual(user);
    expect(claimsOf(await app.client.getAccessToken())).toMatchObject({ aud: appId, sub: user.id });

    service.passTime(60_000);
    const later = await logIn('ada@example.com');
    expect(later.users.at(-1)?.id).toBe(user.id);
  });

  test('js-sdk-core rejects a wrong code with the error code that apps use, and accepts the right one afterwards', async () => {
    const app = await open();
    await app.client.auth.email.sendCode('wrong@example.com');
    const right = service.outbox.codeFor('wrong@example.com');
    const wrong = right === '000000' ? '111111' : '000000';
    await expect(app.client.auth.email.loginWithCode('wrong@example.com', wrong)).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(await app.client.getAccessToken()).toBeNull();
    await app.client.auth.email.loginWithCode('wrong@example.com', right);
    expect(await app.client.getAccessToken()).toEqual(expect.any(String));
  });

  test('js-sdk-core does not sign up a new user if the app asked for a login only', async () => {
    const app = await open();
    await app.client.auth.email.sendCode('stranger@example.com');
    const code = service.outbox.codeFor('stranger@example.com');
    const login = app.client.auth.email.loginWithCode('stranger@example.com', code, 'no-signup');
    await expect(login).rejects.toMatchObject({ code: 'user_does_not_exist' });
  });

  test('js-sdk-core restores the session from the same storage', async () => {
    const { storage, users } = await logIn('reload@example.com');
    const again = await open(storage);
    expect((await again.client.user.get()).user).toEqual(users.at(-1));
  });

  test('[SESS-19] js-sdk-core refreshes an expired access token, once for two concurrent callers', async () => {
    const { client } = await logIn('expired@example.com');
    const first = await client.getAccessToken();
    service.passTime(hourMs + 1_000);
    service.takeRequests();
    const [one, two] = await Promise.all([client.getAccessToken(), client.getAccessToken()]);
    expect(one).toBe(two);
    expect(service.takeRequests()).toEqual([refresh]);
    expect(claimsOf(one).exp).toBeGreaterThan(claimsOf(first).exp);
    expect(claimsOf(one).sid).toBe(claimsOf(first).sid);
  });

  test('js-sdk-core keeps the session when two tabs refresh at the same time', async () => {
    const { client, storage } = await logIn('tabs@example.com');
    const { sid } = claimsOf(await client.getAccessToken());
    const tabs = await Promise.all([open(storage), open(storage)]);
    await Promise.all(tabs.map(({ client }) => client.user.get()));
    expect(service.takeRequests().filter((request) => request === refresh)).toHaveLength(2);
    service.passTime(hourMs + 1_000);
    const tokens = await Promise.all(tabs.map(({ client }) => client.getAccessToken()));
    expect(tokens.map((token) => claimsOf(token).sid)).toEqual([sid, sid]);
  });

  test('js-sdk-core finds the embedded wallet of a user', async () => {
    const { wallet } = await createWalletOwner(service, 'owner@example.com');
    service.passTime(60_000);
    const { exports, users } = await logIn('owner@example.com');
    const [user] = users;
    expect(user && exports.getUserEmbeddedEthereumWallet(user)?.address).toBe(wallet.address);
  });

  test('js-sdk-core reports an error code for a method that is off in the app, and stays logged in', async () => {
    const { client } = await logIn('methods@example.com');
    const disallowed = { code: 'disallowed_login_method' };
    await expect(client.auth.guest.create()).rejects.toMatchObject(disallowed);
    await expect(client.auth.phone.sendCode('+12015550123')).rejects.toMatchObject(disallowed);
    expect(await client.getAccessToken()).toEqual(expect.any(String));
  });

  test('[SESS-21] js-sdk-core logs out: a client with a copy of the session is logged out too, and deletes its tokens', async () => {
    const { client, storage, users } = await logIn('leaving@example.com');
    const copy = await open(new Map(storage));
    await client.auth.logout();
    await expect.poll(() => service.takeRequests()).toContain('POST /api/v1/sessions/logout 200');
    expect(users.at(-1)).toBeNull();
    expect(await client.getAccessToken()).toBeNull();
    await expect(copy.client.user.get()).rejects.toMatchObject({ code: 'missing_or_invalid_token' });
    expect(copy.users.at(-1)).toBeNull();
    expect([...copy.storage.keys()].filter((key) => key.includes('token'))).toEqual([]);
  });
});
