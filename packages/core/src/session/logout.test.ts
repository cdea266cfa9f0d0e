import type { TestClientOptions } from '@latchkey/testkit';
import { limits, sessionRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { getAccessToken, logout } from '../index.ts';
import { count, createGate, downWhen, sharePeople } from './people.testkit.ts';

const refreshPath = 'POST /api/v1/sessions';
const logoutPath = 'POST /api/v1/sessions/logout';

/** Key of the browser's last login method, which survives a logout (LAND-07). */
const recentLogin = 'privy:latchkey-test-app-0000001:recent-login-method';

describe('a logout', () => {
  const { service, signedIn, reloaded } = sharePeople();
  const tokenLife = limits.accessTokenLifeMs;

  it('[SESS-21] a logout sends the refresh token, which the service then refuses', async () => {
    const test = await signedIn();
    const refreshToken = JSON.parse(test.profile.stored.get('privy:refresh_token') ?? '');
    await logout(test.client);
    const posted = test.requests.at(-1);
    expect(posted?.url).toMatch(/\/api\/v1\/sessions\/logout$/);
    expect(await posted?.json()).toEqual({ refresh_token: refreshToken });
    const replay = await service().call(sessionRoutes.refresh, { body: { refresh_token: refreshToken } });
    expect(replay.json.code).toBe('missing_or_invalid_token');
  });

  it('[SESS-17] a logout is sent once for concurrent calls', async () => {
    const test = await signedIn();
    await Promise.all([logout(test.client), logout(test.client), logout(test.client)]);
    expect(count(test.sent, logoutPath)).toBe(1);
    expect(test.client.getState().authenticated).toBe(false);
  });

  it('[SESS-14] a logout removes the session from the browser even if the service cannot be reached', async () => {
    const test = await signedIn({ network: downWhen((path) => path.endsWith('/logout')) });
    await logout(test.client);
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
    expect([...test.profile.stored.keys()]).toEqual([recentLogin]);
    expect(count(test.sent, logoutPath)).toBe(1);
  });

  /** Signs in a user whose wallet frame answers. `heard` lists every message to the frame. */
  async function withFrame(options: TestClientOptions = {}) {
    const heard: unknown[] = [];
    const test = await signedIn({
      ...options,
      page: {
        frame: (message, frame) => {
          heard.push(message);
          frame.post({ ...(message as object), data: {} });
        },
      },
    });
    await expect.poll(() => contextsOf(test.client).frame.state.get().status).toBe('ready');
    return { ...test, heard, userId: test.client.getState().user?.id };
  }

  it('[SESS-18] the wallet frame is cleared when a refresh finds that the service has ended the session', async () => {
    const { client, heard, profile, timers, userId } = await withFrame();
    const refreshToken = JSON.parse(profile.stored.get('privy:refresh_token') ?? '');
    await service().call(sessionRoutes.logout, { body: { refresh_token: refreshToken } });
    await timers.advance(tokenLife);
    expect(await getAccessToken(client)).toBeNull();
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId } });
  });

  it.each([
    ['clears the session', { session_update_action: 'clear' }],
    ['names no user', { user: null }],
  ])('[SESS-10, SESS-18] a refresh whose reply %s ends the session like a logout', async (_, changed) => {
    let isEnded = false;
    const { client, heard, profile, userId } = await withFrame({
      network: async (request, forward) => {
        const reply = await forward();
        if (!isEnded || !request.url.endsWith('/sessions')) return reply;
        return Response.json({ ...((await reply.json()) as object), ...changed });
      },
    });
    profile.stored.set('privy:cross-app:one', '"provider-token"');
    isEnded = true;
    expect(await contextsOf(client).session.refreshUser()).toBeNull();
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId } });
    expect(client.getState()).toMatchObject({ authenticated: false, user: null });
    expect([...profile.stored.keys()].filter((key) => /token|pat$|cross-app/.test(key))).toEqual([]);
  });

  it('[SESS-18] a logout clears the wallet frame, the state, and what the login stored, except the last login method', async () => {
    const { heard, userId, ...test } = await withFrame();
    await logout(test.client);
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId } });
    // The service has ended the session and its verifications, so its token is not sent.
    expect(heard.at(-1)).not.toHaveProperty('data.accessToken');
    expect(test.client.getState()).toMatchObject({ ready: true, authenticated: false, user: null });
    expect([...test.profile.stored.keys()]).toEqual([recentLogin]);
    expect(await getAccessToken(test.client)).toBeNull();
  });

  it('[SESS-18] a logout removes tokens of provider apps, but not those of another client on this origin', async () => {
    const test = await signedIn();
    const { stored } = test.profile;
    for (const app of ['one', 'two']) stored.set(`privy:cross-app:${app}`, '"provider-token"');
    stored.set('other:privy:cross-app:one', '"theirs"');
    stored.set('theme', '"dark"');
    await logout(test.client);
    expect([...stored.keys()].toSorted()).toEqual(['other:privy:cross-app:one', recentLogin, 'theme']);
    const next = await reloaded(test);
    await next.started;
    await next.logIn('next-person@company.example');
    expect(contextsOf(next.client).page.storage.find('privy:cross-app:one')).toBeNull();
  });

  it('a logout is not undone by a refresh that was running', async () => {
    const gate = createGate();
    const test = await signedIn({
      network: async (request, forward) => {
        const reply = await forward();
        if (request.url.endsWith('/sessions')) await gate.opened;
        return reply;
      },
    });
    await test.timers.advance(tokenLife);
    const refreshing = getAccessToken(test.client);
    await expect.poll(() => count(test.sent, refreshPath)).toBe(1);
    await logout(test.client);
    gate.open();
    expect(await refreshing).toBeNull();
    expect(test.client.getState().authenticated).toBe(false);
    expect(test.profile.stored.has('privy:token')).toBe(false);
  });

  it('a logout ends the session in another tab, which then follows a new login', async () => {
    const first = await signedIn();
    const second = await reloaded(first);
    await second.started;
    expect(second.client.getState().authenticated).toBe(true);
    await logout(first.client);
    expect(second.client.getState()).toMatchObject({ authenticated: false, user: null });
    await first.logIn('other-tab@company.example');
    await expect.poll(() => second.client.getState().user?.email?.address).toBe('other-tab@company.example');
    expect(second.client.getState().authenticated).toBe(true);
  });

  it('a page that was frozen in the back-forward cache notices a logout', async () => {
    const test = await signedIn();
    for (const key of ['privy:token', 'privy:pat', 'privy:refresh_token']) test.profile.stored.delete(key);
    test.page.dispatch(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(test.client.getState().authenticated).toBe(true);
    test.page.dispatch(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
  });
});
