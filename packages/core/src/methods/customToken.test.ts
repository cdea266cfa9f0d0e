import {
  createTestClient,
  createTestService,
  type Issuer,
  startIssuer,
  type TestClientOptions,
  type TestService,
} from '@latchkey/testkit';
import { limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createGuestAccount,
  createWallet,
  followCustomAuth,
  loginWithCustomToken,
  logout,
} from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
const path = 'POST /api/v1/custom_jwt_account/authenticate';

describe("a login with the host app's own token", () => {
  let service: TestService;
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer(() => service.clock.now());
    const app = {
      id: 'latchkey-test-app-0000001',
      name: 'Own sign-in',
      email_auth: true,
      guest_auth: true,
      custom_jwt_auth: true,
      custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
      allowed_origins: ['http://localhost:3000'],
    };
    service = await createTestService({ apps: [app] });
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });

  const tokenOf = (sub: string, more: Record<string, unknown> = {}) =>
    issuer.sign({ iss: rules.issuer, aud: rules.audience, sub, ...more });

  async function visitor(options: TestClientOptions = {}) {
    const test = createTestClient(service, options);
    await test.client.start();
    const idOf = () => {
      const [account] = test.client.getState().user?.linkedAccounts ?? [];
      return account?.type === 'custom_auth' ? account.customUserId : (account?.type ?? null);
    };
    const follow = (sub: string | null) =>
      followCustomAuth(test.client, async () => (sub === null ? undefined : tokenOf(sub)));
    return { ...test, idOf, follow };
  }

  it('[JWT-01, JWT-02] loginWithCustomToken logs in with a custom token, and gets a session and an account of type custom_auth', async () => {
    const { client, requests } = await visitor();
    const token = await tokenOf('ada');
    const { user, isNewUser } = await loginWithCustomToken(client, { token });
    expect(isNewUser).toBe(true);
    expect(user.linkedAccounts).toEqual([
      expect.objectContaining({ type: 'custom_auth', customUserId: 'ada' }),
    ]);
    expect(client.getState()).toMatchObject({ authenticated: true, user: { id: user.id } });
    const posted = requests.at(-1);
    expect(`${posted?.method} ${new URL(posted?.url ?? '').pathname}`).toBe(path);
    expect(await posted?.json()).toEqual({ token });
  });

  it('[JWT-03] creating a wallet after a custom login waits up to 30 s for the frame', async () => {
    /** Creates a wallet after a login, on a page whose frame does not answer. */
    async function create(sub: string) {
      const wallet = createScriptedFrame(service);
      wallet.silent.add('privy:iframe:ready');
      const { client, timers } = await visitor({ page: { frame: wallet.script } });
      await loginWithCustomToken(client, { token: await tokenOf(sub) });
      const test = { wallet, timers, outcome: 'waiting' as unknown };
      const settle = (value: unknown) => {
        test.outcome = value;
      };
      void createWallet(client).then(settle, settle);
      await timers.advance(0);
      return test;
    }

    const late = await create('wilma');
    await late.timers.advance(29_000);
    expect(late.outcome).toBe('waiting');
    late.wallet.silent.clear();
    await late.timers.advance(limits.framePingMs);
    await expect.poll(() => late.outcome).toMatchObject({ address: expect.stringMatching(/^0x/) });

    // The code for the first call is loaded by now, so the time starts at the call.
    const never = await create('willy');
    await never.timers.advance(29_999);
    expect(never.outcome).toBe('waiting');
    await never.timers.advance(1);
    expect(never.outcome).toMatchObject({ code: 'wallet_proxy_timeout' });
  });

  it.each([
    ['signature', async () => `${(await tokenOf('ada')).slice(0, -8)}AAAAAAAA`],
    ['issuer', () => tokenOf('ada', { iss: 'https://login.elsewhere.example' })],
    ['audience', () => tokenOf('ada', { aud: 'somebody-else' })],
    ['expiry', () => tokenOf('ada', { exp: 1 })],
  ])(
    '[JWT-01] loginWithCustomToken creates no session with a custom token that has the wrong %s',
    async (_, wrong) => {
      const { client, profile } = await visitor();
      const login = loginWithCustomToken(client, { token: await wrong() });
      await expect(login).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid or expired token',
      });
      expect(client.getState()).toMatchObject({ authenticated: false, user: null });
      expect([...profile.stored.keys()].filter((key) => key !== 'privy:caid')).toEqual([]);
    },
  );

  it("[JWT-04] followCustomAuth follows the host's user: login, logout, reload, and another user", async () => {
    const first = await visitor();
    expect(await first.follow(null)).toBeNull();
    expect(first.client.getState().authenticated).toBe(false);
    await first.follow('grace');
    expect(first.idOf()).toBe('grace');
    const logins = first.sent.length;
    await first.follow('grace');
    expect(first.sent).toHaveLength(logins);

    const reloaded = await visitor({ profile: first.profile });
    await reloaded.follow('eve');
    expect(reloaded.idOf()).toBe('eve');
    expect(reloaded.sent).toContain('POST /api/v1/sessions/logout');
    await reloaded.follow(null);
    expect(reloaded.client.getState().authenticated).toBe(false);
  });

  it("[JWT-04] followCustomAuth ends in the host's last state after overlapping calls", async () => {
    const { follow, idOf, client } = await visitor();
    await Promise.all([follow('one'), follow(null), follow('two')]);
    expect(idOf()).toBe('two');
    await Promise.all([follow('three'), follow(null)]);
    expect(client.getState().authenticated).toBe(false);
    const failing = followCustomAuth(client, () => Promise.reject(new Error('The host is down')));
    await expect(failing).rejects.toThrow('The host is down');
    await follow('four');
    expect(idOf()).toBe('four');
  });

  it('followCustomAuth keeps a session of another method, even after a session of the host', async () => {
    const { client, follow, idOf, logIn } = await visitor();
    await follow('host');
    await logout(client);
    await logIn('person@company.example');
    await follow(null);
    await follow('host');
    expect(idOf()).toBe('email');
  });

  it('a custom token turns a guest into a user with the same id', async () => {
    const { client, follow } = await visitor();
    const { user } = await createGuestAccount(client);
    await follow('was-a-guest');
    expect(client.getState().user).toMatchObject({ id: user.id, isGuest: false });
  });
});
