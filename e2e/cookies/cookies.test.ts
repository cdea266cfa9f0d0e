import { sessionRoutes } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../harness/index.ts';
import { type OwnDomainFixture, startOwnDomainFixture } from './fixture.ts';

let fixture: OwnDomainFixture;
let profile: Profile;
beforeAll(async () => {
  fixture = await startOwnDomainFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  profile = await fixture.launch();
});
afterEach(() => profile.close());

const appId = 'latchkey-test-app-0000001';
const isAuthenticated = (page: Page) => page.evaluate(() => window.latchkey.state().authenticated);
const getAccessToken = (page: Page) => page.evaluate(() => window.latchkey.getAccessToken());
const readable = (page: Page) =>
  page.evaluate(() => ({
    cookie: document.cookie,
    stored: JSON.stringify({ ...localStorage, ...sessionStorage }),
  }));
const livingSessions = async () =>
  (await fixture.service.database.statement('test_living', 'select session_id from sessions')([])).length;

describe('an app with its own address of the service', () => {
  it('[S25, HTTP-02, SESS-23] after a login with the app’s own address of the service, a script of the page finds no token in local storage, session storage or cookies', {
    tags: 'story',
  }, async () => {
    const page = await fixture.open(profile);
    await fixture.logIn(page, 'ada@example.com');
    const token = await getAccessToken(page);
    expect(token).toMatch(/^ey/);
    const { cookie, stored } = await readable(page);
    expect(cookie).toBe('privy-session=t');
    expect(stored).not.toMatch(/ey[A-Za-z0-9]|[a-z2-7]{25}\./);
    const cookies = await profile.context.cookies(fixture.origin('own') + sessionRoutes.refresh.path);
    const seen = cookies.map(({ name, domain, httpOnly, secure, sameSite, path }) =>
      [name, domain, httpOnly, secure, sameSite, path].join(' '),
    );
    expect(seen.toSorted()).toEqual([
      'privy-id-token .latchkey.test true true Strict /',
      'privy-refresh-token .latchkey.test true true Strict /api/v1/sessions',
      'privy-session .latchkey.test false true Strict /',
      'privy-token .latchkey.test true true Strict /',
    ]);
    const lifeS = (name: string) =>
      (cookies.find((one) => one.name === name)?.expires ?? 0) - Date.now() / 1000;
    expect(lifeS('privy-session') / 86_400).toBeCloseTo(30, 1);
    expect(lifeS('privy-token') / 3_600).toBeCloseTo(1, 1);
  });

  it('[SESS-19, SESS-22] a session in cookies is restored in a new page, and a log-out leaves only the last login method', async () => {
    const page = await fixture.open(profile);
    await fixture.logIn(page, 'grace@example.com');
    await page.close();
    const again = await fixture.open(profile);
    expect(await isAuthenticated(again)).toBe(true);
    expect(await getAccessToken(again)).toMatch(/^ey/);
    await again.evaluate(() => window.latchkey.logout());
    // The last login method is kept.
    const stored = JSON.stringify({ [`privy:${appId}:recent-login-method`]: JSON.stringify('email') });
    expect(await readable(again)).toEqual({ cookie: '', stored });
    expect(await profile.context.cookies(fixture.origin('own') + sessionRoutes.refresh.path)).toEqual([]);
    const third = await fixture.open(profile);
    expect(await isAuthenticated(third)).toBe(false);
  });

  it('[S25] a form or a script of another site cannot end the session, and the form sends no cookie', async () => {
    const page = await fixture.open(profile);
    await fixture.logIn(page, 'kay@example.com');
    const before = await livingSessions();
    const evil = await profile.context.newPage();
    await evil.goto(`${fixture.origin('evil')}/host`);
    const logoutUrl = fixture.origin('own') + sessionRoutes.logout.path;
    const outcome = await evil.evaluate(
      ([url, id]) =>
        fetch(url, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json', 'privy-app-id': id },
          body: '{}',
        }).then(
          () => 'answered',
          () => 'refused',
        ),
      [logoutUrl, appId] as const,
    );
    expect(outcome).toBe('refused');
    const posted = evil.waitForResponse(logoutUrl);
    await evil.evaluate((url) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: url, enctype: 'text/plain' });
      document.body.append(form);
      form.submit();
    }, logoutUrl);
    const answer = await posted;
    expect(answer.status()).toBeGreaterThanOrEqual(400);
    expect((await answer.request().allHeaders()).cookie).toBeUndefined();
    expect(await livingSessions()).toBe(before);
    expect(await isAuthenticated(await fixture.open(profile))).toBe(true);
  });

  it('[SESS-13] if the marker cookie is gone, the client discards the session on the app’s own address of the service, but not on the app’s origin', async () => {
    for (const [at, stays] of [
      ['own', false],
      ['app', true],
    ] as const) {
      const page = await fixture.open(profile, at);
      await fixture.logIn(page, `marker-${at}@example.com`);
      await profile.context.clearCookies({ name: 'privy-session' });
      expect((await getAccessToken(page)) !== null, at).toBe(stays);
      expect(await isAuthenticated(page), at).toBe(stays);
      await page.evaluate(() => window.latchkey.logout());
      await page.close();
    }
  });

  it('[S22] twenty refreshes from five tabs at once succeed, and the user keeps one session', async () => {
    const first = await fixture.open(profile);
    await fixture.logIn(first, 'tabs@example.com');
    const before = await livingSessions();
    const tabs = [first];
    while (tabs.length < 5) tabs.push(await fixture.open(profile));
    const refreshUrl = fixture.origin('own') + sessionRoutes.refresh.path;
    const refreshFour = (page: Page) =>
      page.evaluate(
        ([url, id]) =>
          Promise.all(
            [1, 2, 3, 4].map(async () => {
              const headers = { 'content-type': 'application/json', 'privy-app-id': id };
              const answer = await fetch(url, {
                method: 'POST',
                credentials: 'include',
                headers,
                body: '{}',
              });
              return answer.status;
            }),
          ),
        [refreshUrl, appId] as const,
      );
    const statuses = (await Promise.all(tabs.map(refreshFour))).flat();
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await livingSessions()).toBe(before);
    for (const tab of tabs) {
      await tab.reload();
      await tab.evaluate(() => window.latchkey.start());
      expect(await isAuthenticated(tab)).toBe(true);
    }
  });
});
