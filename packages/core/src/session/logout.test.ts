import { limits, sessionRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { getAccessToken, logout } from '../index.ts';
import { count, createGate, downWhen, sharePeople } from './people.testkit.ts';

const refreshPath = 'POST /api/v1/sessions';
const logoutPath = 'POST /api/v1/sessions/logout';

/** How this browser logged in last is for a person who comes back: the one thing that outlives a log-out (LAND-07). */
const recentLogin = 'privy:latchkey-test-app-0000001:recent-login-method';

describe('a log-out', () => {
  const { service, signedIn, reloaded } = sharePeople();
  const tokenLife = limits.accessTokenLifeMs;

  it('[SESS-21] posts the refresh token at log-out, after which it and its family are dead', async () => {
    const test = await signedIn();
    const refreshToken = JSON.parse(test.profile.stored.get('privy:refresh_token') ?? '');
    await logout(test.client);
    const posted = test.requests.at(-1);
    expect(posted?.url).toMatch(/\/api\/v1\/sessions\/logout$/);
    expect(await posted?.json()).toEqual({ refresh_token: refreshToken });
    const replay = await service().call(sessionRoutes.refresh, { body: { refresh_token: refreshToken } });
    expect(replay.json.code).toBe('missing_or_invalid_token');
  });

  it('[SESS-17] is made once for callers that ask at the same time', async () => {
    const test = await signedIn();
    await Promise.all([logout(test.client), logout(test.client), logout(test.client)]);
    expect(count(test.sent, logoutPath)).toBe(1);
    expect(test.client.getState().authenticated).toBe(false);
  });

  it('[SESS-14] is gone from the browser after log-out though the service fails', async () => {
    const test = await signedIn({ network: downWhen((path) => path.endsWith('/logout')) });
    await logout(test.client);
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
    expect([...test.profile.stored.keys()]).toEqual([recentLogin]);
    expect(count(test.sent, logoutPath)).toBe(1);
  });

  /** Someone whose wallet frame answers, and every message to it. */
  async function withFrame() {
    const heard: unknown[] = [];
    const test = await signedIn({
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

  it('[SESS-18] clears the wallet frame when the service has ended the session', async () => {
    const { client, heard, profile, timers, userId } = await withFrame();
    const refreshToken = JSON.parse(profile.stored.get('privy:refresh_token') ?? '');
    await service().call(sessionRoutes.logout, { body: { refresh_token: refreshToken } });
    await timers.advance(tokenLife);
    expect(await getAccessToken(client)).toBeNull();
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId } });
  });

  it('[SESS-18] clears the wallet frame, the state and everything stored at log-out', async () => {
    const { heard, userId, ...test } = await withFrame();
    await logout(test.client);
    await expect.poll(() => heard.at(-1)).toMatchObject({ event: 'privy:mfa:clear', data: { userId } });
    expect(test.client.getState()).toMatchObject({ ready: true, authenticated: false, user: null });
    expect([...test.profile.stored.keys()]).toEqual([recentLogin]);
    expect(await getAccessToken(test.client)).toBeNull();
  });

  it('[SESS-18] clears the tokens that other apps gave, and those of no other client of this origin', async () => {
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

  it('does not come back by a refresh that was under way at log-out', async () => {
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

  it('follows a log-out and a login in another tab', async () => {
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

  it('notices a log-out that happened while the page was frozen in the back-forward cache', async () => {
    const test = await signedIn();
    for (const key of ['privy:token', 'privy:pat', 'privy:refresh_token']) test.profile.stored.delete(key);
    test.page.dispatch(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(test.client.getState().authenticated).toBe(true);
    test.page.dispatch(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(test.client.getState()).toMatchObject({ authenticated: false, user: null });
  });
});
