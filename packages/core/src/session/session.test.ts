import { createTestClient, type TestClientOptions } from '@latchkey/testkit';
import { emailRoutes, limits } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { getAccessToken, logout } from '../index.ts';
import { count, createGate, downWhen, sharePeople } from './people.testkit.ts';

const refreshPath = 'POST /api/v1/sessions';
const logoutPath = 'POST /api/v1/sessions/logout';

describe('a session', () => {
  const { service, signedIn, reloaded } = sharePeople();
  const tokenLife = limits.accessTokenLifeMs;

  it('[SESS-09] a session stores the tokens of a reply whose session_update_action is "set" or absent', async () => {
    for (const action of ['set', undefined]) {
      const test = await signedIn({
        network: async (request, forward) => {
          const reply = await forward();
          if (!request.url.endsWith('/authenticate')) return reply;
          const body = {
            ...((await reply.json()) as object),
            identity_token: 'an-identity',
            session_update_action: action,
          };
          return Response.json(body);
        },
      });
      const { stored } = test.profile;
      expect(JSON.parse(stored.get('privy:token') ?? '')).toMatch(/^ey/);
      expect(JSON.parse(stored.get('privy:pat') ?? '')).toMatch(/^ey/);
      expect(JSON.parse(stored.get('privy:refresh_token') ?? '').length).toBeGreaterThan(20);
      expect(stored.get('privy:id_token')).toBe('"an-identity"');
    }
  });

  it("[SESS-22] [SESS-23] a session writes SameSite=Strict cookies for the host's back end, and removes them at logout", async () => {
    const test = await signedIn();
    expect(test.page.cookies.get('privy-token')).toMatch(/; Path=\/; SameSite=Strict; Max-Age=3(5|6)\d\d$/);
    expect(test.page.cookies.get('privy-session')).toBe(
      'privy-session=t; Path=/; SameSite=Strict; Max-Age=2592000',
    );
    await logout(test.client);
    expect(test.page.cookies.size).toBe(0);
    const https = await signedIn({ page: { url: 'https://localhost:3000/' }, network: allowAnyOrigin });
    expect(https.page.cookies.get('privy-token')).toMatch(/; Secure$/);
  });

  /** Sends the only origin that the service allows, because the test is about cookies of an https page. */
  async function allowAnyOrigin(request: Request): Promise<Response> {
    request.headers.set('origin', 'http://localhost:3000');
    return service().fetch(request, { remoteAddress: '127.0.0.1' });
  }

  it('[SESS-06] getAccessToken returns an active token without a request', async () => {
    const { client, profile, sent } = await signedIn();
    const token = await getAccessToken(client);
    expect(JSON.stringify(token)).toBe(profile.stored.get('privy:token'));
    expect(sent).toEqual([]);
  });

  it('[SESS-04] a session treats a token as expired 30 s before it expires', async () => {
    const { client, sent, timers } = await signedIn();
    const first = await getAccessToken(client);
    await timers.advance(tokenLife - 31_000);
    expect(await getAccessToken(client)).toBe(first);
    expect(sent).toEqual([]);
    await timers.advance(1000);
    expect(await getAccessToken(client)).not.toBe(first);
    expect(sent).toEqual([refreshPath]);
  });

  it('[SESS-02, SESS-07] getAccessToken logs out and returns null for a token of another app', async () => {
    const test = await signedIn();
    const foreign = rewriteClaims(JSON.parse(test.profile.stored.get('privy:token') ?? ''), {
      aud: 'latchkey-demo-app-0000002',
    });
    test.profile.stored.set('privy:token', JSON.stringify(foreign));
    expect(await getAccessToken(test.client)).toBeNull();
    expect(count(test.sent, logoutPath)).toBe(1);
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
    expect(test.profile.stored.has('privy:refresh_token')).toBe(false);
  });

  it('[SESS-02] a client has no session if it finds a token of another app at its start', async () => {
    const test = await signedIn();
    const foreign = rewriteClaims(JSON.parse(test.profile.stored.get('privy:token') ?? ''), {
      aud: 'another-app',
    });
    test.profile.stored.set('privy:token', JSON.stringify(foreign));
    const { client, started, sent } = await reloaded(test);
    await started;
    expect(client.getState()).toMatchObject({ ready: true, authenticated: false });
    expect(count(sent, refreshPath)).toBe(0);
  });

  it('[SESS-19] a session is restored after a reload by its refresh token, even with an expired bearer token', async () => {
    const test = await signedIn();
    const user = test.client.getState().user;
    await test.timers.advance(2 * tokenLife);
    const { client, started, requests } = await reloaded(test);
    await started;
    expect(client.getState()).toMatchObject({ ready: true, authenticated: true, error: null });
    expect(client.getState().user?.id).toBe(user?.id);
    const refresh = requests.find((request) => request.url.endsWith('/sessions'));
    expect(await refresh?.json()).toEqual({ refresh_token: expect.any(String) });
    expect(refresh?.headers.get('authorization')).toMatch(/^Bearer ey/);
  });

  it('[SESS-12] a session ends without an error if the service no longer knows it', async () => {
    const test = await signedIn();
    test.profile.stored.set('privy:refresh_token', JSON.stringify('no-such-refresh-token'));
    const { client, started, profile } = await reloaded(test);
    await started;
    expect(client.getState()).toMatchObject({ ready: true, authenticated: false, user: null, error: null });
    expect(profile.stored.has('privy:token')).toBe(false);
    expect(profile.stored.has('privy:refresh_token')).toBe(false);
  });

  it('[SESS-12] a session keeps its tokens and passes on the error if the service cannot be reached', async () => {
    const test = await signedIn({ network: downWhen((path) => path.endsWith('/sessions')) });
    await test.timers.advance(2 * tokenLife);
    const asked = expect(getAccessToken(test.client)).rejects.toMatchObject({ code: 'network_error' });
    await test.timers.advance(limits.callRetries * limits.callRetryDelayMs);
    await asked;
    expect(test.profile.stored.has('privy:refresh_token')).toBe(true);
    expect(test.client.getState().authenticated).toBe(true);
  });

  it('a page stays signed in if a reload cannot reach the service, and gets the user when online again', async () => {
    const test = await signedIn();
    let isDown = true;
    const again = await reloaded(test, { network: downWhen((path) => isDown && path.endsWith('/sessions')) });
    await again.timers.advance(limits.callRetries * limits.callRetryDelayMs);
    await again.started;
    expect(again.client.getState()).toMatchObject({ ready: true, authenticated: true, user: null });
    expect(again.client.getState().error?.code).toBe('network_error');
    isDown = false;
    again.page.dispatch(new Event('online'));
    await expect.poll(() => again.client.getState().user).not.toBeNull();
    expect(again.client.getState().error).toBeNull();
  });

  it('[SESS-17] a session is refreshed once for all callers', async () => {
    const { client, sent, timers } = await signedIn();
    await timers.advance(tokenLife);
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => getAccessToken(client)));
    expect(new Set(tokens).size).toBe(1);
    expect(sent).toEqual([refreshPath]);
  });

  it('[SESS-17] a session requests the user once for concurrent callers', async () => {
    const { client, sent } = await signedIn();
    const { session } = contextsOf(client);
    const users = await Promise.all([session.refreshUser(), session.refreshUser(), session.refreshUser()]);
    expect(new Set(users.map((user) => user?.id))).toEqual(new Set([client.getState().user?.id]));
    expect(sent).toEqual([refreshPath]);
  });

  it('[SESS-17] a session is refreshed once for two tabs', async () => {
    const first = await signedIn();
    const second = await reloaded(first);
    await second.started;
    await first.timers.advance(tokenLife);
    first.sent.length = 0;
    second.sent.length = 0;
    const [one, two] = await Promise.all([getAccessToken(first.client), getAccessToken(second.client)]);
    expect(one).toBe(two);
    expect(count([...first.sent, ...second.sent], refreshPath)).toBe(1);
  });

  it('[SESS-17] a session sends one request for a token and the user at a reload, with locks or without', async () => {
    for (const hasLocks of [true, false]) {
      const test = await signedIn();
      await test.timers.advance(tokenLife);
      const again = await reloaded(test, { page: { hasLocks } });
      expect(await getAccessToken(again.client)).toMatch(/^ey/);
      await again.started;
      expect(count(again.sent, refreshPath)).toBe(1);
    }
  });

  it('a session is refreshed even if another tab holds the lock longer than a call may take', async () => {
    const test = await signedIn();
    const name = `latchkey:${service().app.id}:session`;
    void test.page.window.navigator.locks.request(name, {}, () => new Promise(() => {}));
    await test.timers.advance(tokenLife);
    const asked = getAccessToken(test.client);
    await test.timers.advance(limits.callTimeoutMs);
    expect(await asked).toMatch(/^ey/);
  });

  it('a session survives concurrent refreshes of two tabs in a browser without locks', async () => {
    const first = await signedIn({ page: { hasLocks: false } });
    const second = await reloaded(first, { page: { hasLocks: false } });
    await second.started;
    await first.timers.advance(tokenLife);
    await Promise.all([getAccessToken(first.client), getAccessToken(second.client)]);
    await first.timers.advance(tokenLife);
    expect(await getAccessToken(first.client)).toMatch(/^ey/);
    expect(await getAccessToken(second.client)).toMatch(/^ey/);
  });

  it('a session keeps its user if two tabs restore it at once in a browser without locks', async () => {
    const page = { hasLocks: false };
    const first = await signedIn({ page });
    const userId = first.client.getState().user?.id;
    const gate = createGate();
    const network: TestClientOptions['network'] = async (request, forward) => {
      const reply = await forward();
      if (request.url.endsWith('/sessions')) await gate.opened;
      return reply;
    };
    const tabs = [await reloaded(first, { page, network }), await reloaded(first, { page, network })];
    await expect.poll(() => tabs.map(({ sent }) => count(sent, refreshPath))).toEqual([1, 1]);
    gate.open();
    for (const { client, started } of tabs) {
      await started;
      expect(client.getState()).toMatchObject({ authenticated: true, user: { id: userId } });
    }
  });

  it('a session keeps a login that was sent while a logout was running', async () => {
    const gate = createGate();
    const test = await signedIn({
      network: async (request, forward) => {
        if (request.url.endsWith('/logout')) await gate.opened;
        return forward();
      },
    });
    const leaving = logout(test.client);
    const coming = test.logIn('next-person@company.example');
    await expect.poll(() => test.sent.at(-1)).toBe(`POST ${emailRoutes.authenticate.path}`);
    gate.open();
    await Promise.all([leaving, coming]);
    expect(test.client.getState().user?.email?.address).toBe('next-person@company.example');
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
  });

  it('[SESS-17] a client sends one login request for concurrent submissions', async () => {
    const test = createTestClient(service());
    await test.client.start();
    const { session } = contextsOf(test.client);
    let sends = 0;
    await service().call(emailRoutes.sendCode, {
      body: { email: 'twice@company.example' },
    });
    const code = service().outbox.codeFor('twice@company.example');
    const login = () =>
      session.authenticate((call) => {
        sends += 1;
        return call(emailRoutes.authenticate, { body: { email: 'twice@company.example', code } });
      });
    const [one, two] = await Promise.all([login(), login()]);
    expect(sends).toBe(1);
    expect(one.user.id).toBe(two.user.id);
  });

  it('[ROLE-02] a client refuses a login with a warning while a user is signed in, and accepts one while the user is a guest', async () => {
    let isGuest = false;
    const test = await signedIn({
      network: async (_, forward) => {
        const reply = await forward();
        const json = await reply.clone().json();
        return json.user ? Response.json({ ...json, user: { ...json.user, is_guest: isGuest } }) : reply;
      },
    });
    const { user } = test.client.getState();
    await expect(test.logIn('second@company.example')).rejects.toMatchObject({ code: 'no_auth_flow' });
    expect(test.warnings).toEqual([expect.stringContaining('Login ignored')]);
    expect(test.sent).not.toContain(`POST ${emailRoutes.authenticate.path}`);
    expect(test.client.getState().user).toEqual(user);
    isGuest = true;
    await contextsOf(test.client).session.refreshUser();
    service().clock.advance(31_000);
    await test.logIn('second@company.example');
    expect(test.client.getState().user?.email?.address).toBe('second@company.example');
  });

  it('a session removes used tokens even if storage becomes full during a refresh', async () => {
    const test = await signedIn();
    test.page.window.localStorage.setItem = () => {
      throw new DOMException('Storage is full', 'QuotaExceededError');
    };
    for (let refreshes = 0; refreshes < 2; refreshes += 1) {
      await test.timers.advance(tokenLife);
      expect(await getAccessToken(test.client)).toMatch(/^ey/);
      expect(test.profile.stored.has('privy:refresh_token')).toBe(false);
    }
    const { client, started } = await reloaded(test);
    await started;
    expect(client.getState()).toMatchObject({ ready: true, authenticated: false, error: null });
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
  });

  it('[ERR-24] a login fails with authentication_failed if its reply has no valid user or token', async () => {
    const flaws = [{ user: null }, { token: null }, { user: { id: 'did:privy:x' } }];
    for (const [place, flaw] of flaws.entries()) {
      const test = createTestClient(service(), {
        network: async (request, forward) => {
          const reply = await forward();
          if (!request.url.endsWith('/authenticate')) return reply;
          return Response.json({ ...((await reply.json()) as object), ...flaw });
        },
      });
      await test.client.start();
      const login = test.logIn(`nobody-${place}@company.example`);
      await expect(login).rejects.toMatchObject({
        code: 'authentication_failed',
        message: 'Error authenticating session',
      });
      expect(test.client.getState().authenticated).toBe(false);
      expect(test.profile.stored.has('privy:token')).toBe(false);
    }
  });
});

function rewriteClaims(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.');
  const changed = { ...JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))), ...claims };
  return [header, btoa(JSON.stringify(changed)).replace(/=+$/, ''), signature].join('.');
}
