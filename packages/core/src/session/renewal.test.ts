import { createTestClient, createTestService, type TestClient, type TestService } from '@latchkey/testkit';
import { limits, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import {
  acceptTerms,
  createEmailLogin,
  forkSession,
  getAccessToken,
  getIdentityToken,
  logout,
  reauthenticate,
} from '../index.ts';
import { cookieJar } from './cookieJar.testkit.ts';
import { count, createPeople } from './people.testkit.ts';

const pageOrigin = 'https://app.example.com';
const ownAddress = 'https://privy.example.com';
/** Key of the browser's last login method, which survives a logout (LAND-07). */
const recentLoginOf = (appId: string) => `privy:${appId}:recent-login-method`;
const inCookies = {
  id: 'latchkey-test-app-0000004',
  name: 'With its own address',
  email_auth: true,
  identity_tokens: true,
  allowed_origins: [pageOrigin],
  custom_api_url: ownAddress,
};
const withIdentity = { ...inCookies, id: 'latchkey-test-app-0000005', custom_api_url: null };
const refreshPath = 'POST /api/v1/sessions';
const recoverPath = 'POST /api/v1/sessions/fork/recover';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [inCookies, withIdentity] });
});
afterAll(() => service.close());
const { signedIn, reloaded } = createPeople(() => service);
const stored = ({ profile }: TestClient, key: string) =>
  JSON.parse(profile.stored.get(key) ?? 'null') as string | null;

describe('forking a session', () => {
  it('[SESS-15, SESS-16] a fork stores the renewed tokens and returns the token of another session', async () => {
    const test = await signedIn();
    const [before, pat] = [stored(test, 'privy:refresh_token'), stored(test, 'privy:pat')];
    // Waits a second, because access tokens issued in the same second are equal.
    await test.timers.advance(1_000);
    const old = await getAccessToken(test.client);
    const token = await forkSession(test.client);
    expect(stored(test, 'privy:refresh_token')).not.toBe(before);
    expect(stored(test, 'privy:token')).toMatch(/^ey/);
    expect(stored(test, 'privy:token')).not.toBe(old);
    expect(stored(test, 'privy:pat')).toBe(pat);
    expect([before, stored(test, 'privy:refresh_token')]).not.toContain(token);
    const forked = await service.call(sessionRoutes.recoverFork, { body: { refresh_token: token } });
    expect(forked.json.user?.id).toBe(test.client.getState().user?.id);
    await test.timers.advance(limits.accessTokenLifeMs);
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
  });

  it('[SESS-17] forkSession returns one token for concurrent calls, and requires a signed-in user', async () => {
    const test = await signedIn();
    const tokens = await Promise.all([forkSession(test.client), forkSession(test.client)]);
    expect(new Set(tokens).size).toBe(1);
    await logout(test.client);
    await expect(forkSession(test.client)).rejects.toMatchObject({ code: 'must_be_authenticated' });
  });

  it("[SESS-05, SESS-20, ROUTE-03] a fork's token starts a session on a page that removes it from its address at once", async () => {
    const first = await signedIn();
    const token = await forkSession(first.client);
    const addresses: string[] = [];
    const kept: unknown[] = [];
    const there = createTestClient(service, {
      page: { url: `http://localhost:3000/in?a=1&privy_token=${token}#part` },
      network: (_, forward) => {
        addresses.push(there.page.window.location.href);
        kept.push(there.profile.stored.get('privy:session_transfer_token'));
        return forward();
      },
    });
    await there.client.start();
    // Stored, and removed from the address, before the first request.
    expect(kept[0]).toBe(JSON.stringify(token));
    expect(new Set(addresses)).toEqual(new Set(['http://localhost:3000/in?a=1#part']));
    expect(there.client.getState().user?.id).toBe(first.client.getState().user?.id);
    const recover = there.requests.find(({ url }) => url.endsWith('/fork/recover'));
    expect(await recover?.json()).toEqual({ refresh_token: token });
    expect(recover?.headers.has('authorization')).toBe(false);
    expect(there.profile.stored.has('privy:session_transfer_token')).toBe(false);
  });

  it("an invalid fork's token leaves the user signed out without an error", async () => {
    const there = createTestClient(service, { page: { url: 'http://localhost:3000/?privy_token=made-up' } });
    await there.client.start();
    expect(there.client.getState()).toMatchObject({ ready: true, authenticated: false, error: null });
    expect(there.profile.stored.has('privy:session_transfer_token')).toBe(false);
  });

  it('a fork does not replace a session that can be renewed', async () => {
    const [victim, attacker] = [await signedIn(), await signedIn()];
    const token = await forkSession(attacker.client);
    const page = { url: `http://localhost:3000/?privy_token=${token}` };
    const again = await reloaded(victim, { page });
    await again.started;
    expect(again.client.getState().user?.id).toBe(victim.client.getState().user?.id);
    expect(count(again.sent, recoverPath)).toBe(0);
    expect(again.profile.stored.has('privy:session_transfer_token')).toBe(false);
  });
});

describe('the tokens of a session', () => {
  it('[SESS-01] a session stores access, refresh, forked, identity and provider app tokens until logout', async () => {
    const test = createTestClient(service, { appId: withIdentity.id, page: { url: `${pageOrigin}/` } });
    await test.client.start();
    await test.logIn('identity@company.example');
    expect(stored(test, 'privy:token')).toMatch(/^ey/);
    expect(stored(test, 'privy:refresh_token')).toMatch(/\./);
    expect(await getIdentityToken(test.client)).toBe(stored(test, 'privy:id_token'));
    expect(test.page.cookies.get('privy-id-token')).toMatch(/; Max-Age=3(5|6)\d\d; Secure$/);
    test.profile.stored.set('privy:cross-app:an-app', '"their-token"');
    test.profile.stored.set('privy:session_transfer_token', '"a-fork"');
    const { storage } = contextsOf(test.client).page;
    expect(storage.find('privy:cross-app:an-app')).toBe('their-token');
    expect(storage.find('privy:cross-app:another')).toBeNull();
    await logout(test.client);
    expect([...test.profile.stored.keys()]).toEqual([recentLoginOf(withIdentity.id)]);
  });

  it('[SESS-05] a session is renewed with an access token and a real refresh token, or with the marker cookie, and else wiped', async () => {
    const test = await signedIn();
    test.profile.stored.set('privy:refresh_token', '"deprecated"');
    test.page.cookies.clear();
    const again = await reloaded(test);
    await again.started;
    expect(count(again.sent, refreshPath)).toBe(0);
    expect(again.client.getState().authenticated).toBe(false);
    expect(again.profile.stored.has('privy:token')).toBe(false);

    const tokenless = await signedIn();
    for (const key of ['privy:token', 'privy:pat']) tokenless.profile.stored.delete(key);
    tokenless.page.cookies.clear();
    const alone = await reloaded(tokenless);
    await alone.started;
    expect(count(alone.sent, refreshPath)).toBe(0);
    expect(alone.client.getState().authenticated).toBe(false);

    const marked = await signedIn();
    marked.profile.stored.delete('privy:refresh_token');
    const third = await reloaded(marked);
    await third.started;
    expect(count(third.sent, refreshPath)).toBe(1);
  });

  it('[SESS-08] requesting an expired access token renews the session, unless autoRefresh is false', async () => {
    const test = await signedIn();
    const token = await getAccessToken(test.client, { autoRefresh: false });
    expect(token).toBe(stored(test, 'privy:token'));
    await test.timers.advance(limits.accessTokenLifeMs);
    expect(await getAccessToken(test.client, { autoRefresh: false })).toBeNull();
    expect(count(test.sent, refreshPath)).toBe(0);
    expect(await getAccessToken(test.client)).not.toBe(token);
    expect(count(test.sent, refreshPath)).toBe(1);
  });

  it('a session keeps its refresh token when the user proves their identity again', async () => {
    const test = await signedIn();
    const email = test.client.getState().user?.email?.address ?? '';
    await test.timers.advance(limits.resendCooldownMs);
    await createEmailLogin(test.client).sendCode({ email });
    const before = stored(test, 'privy:refresh_token');
    await reauthenticate(test.client, { email, code: service.outbox.codeFor(email) });
    expect(stored(test, 'privy:refresh_token')).toBe(before);
    await expect(reauthenticate(test.client, { email, code: '000000' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });
});

describe('an app with its own address for the service', () => {
  async function openPage(jar = cookieJar(), options: Parameters<typeof createTestClient>[1] = {}) {
    const test = createTestClient(service, {
      appId: inCookies.id,
      page: { url: `${pageOrigin}/` },
      network: (request, forward) => jar.send(request, () => test.page, forward),
      ...options,
    });
    await test.client.start();
    return { ...test, jar };
  }
  const origins = (test: TestClient) => test.requests.map(({ url }) => new URL(url).origin);

  it("[CONF-02, HTTP-05, HTTP-01] an app with its own address loads only its config from the developer's address", async () => {
    const test = await openPage();
    await test.logIn('own-address@company.example');
    expect(origins(test)).toEqual([service.config.url, ownAddress, ownAddress]);
    // The frame's own calls go to the origin that it is loaded from.
    const frames = () => test.page.frames.map(({ src }) => new URL(String(src)).origin);
    await expect.poll(frames).toEqual([ownAddress]);
    const again = createTestClient(service, {
      appId: inCookies.id,
      profile: test.profile,
      page: { url: `${pageOrigin}/` },
      network: (request, forward) => test.jar.send(request, () => again.page, forward),
    });
    await again.client.start();
    expect(again.client.getState().authenticated).toBe(true);
    expect(again.sent).toEqual([`GET /api/v1/apps/${inCookies.id}`, refreshPath]);
    expect(origins(again)).toEqual([service.config.url, ownAddress]);
  });

  it('[HTTP-02] an app with its own address stores no token that a script could read', async () => {
    const test = await openPage();
    await test.logIn('hidden@company.example');
    expect([...test.profile.stored.keys()].toSorted()).toEqual([
      'privy:caid',
      recentLoginOf(inCookies.id),
      'privy:refresh_token',
    ]);
    expect(stored(test, 'privy:refresh_token')).toBe('deprecated');
    expect(test.page.window.document.cookie).toBe('privy-session=t');
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
    await test.timers.advance(limits.accessTokenLifeMs);
    expect(await getAccessToken(test.client)).toMatch(/^ey/);
    // A malicious script could send a fork's token to an attacker. The service refuses to fork the session.
    await expect(forkSession(test.client)).rejects.toMatchObject({ code: 'not_supported' });
    await logout(test.client);
    expect([...test.profile.stored.keys()]).toEqual([recentLoginOf(inCookies.id)]);
    expect(test.page.window.document.cookie).toBe('');
    expect(test.jar.kept.size).toBe(0);
  });

  it('[SESS-13] a session in cookies is wiped if its marker is gone, but only on a page of the service’s own origin', async () => {
    for (const [url, isWiped] of [
      [`${ownAddress}/`, true],
      [`${pageOrigin}/`, false],
    ] as const) {
      const test = await openPage();
      await test.logIn(isWiped ? 'same@company.example' : 'other@company.example');
      test.page.cookies.clear();
      test.page.window.location.href = url;
      expect((await getAccessToken(test.client)) === null, url).toBe(isWiped);
      expect(test.client.getState().authenticated, url).toBe(!isWiped);
      expect(test.profile.stored.has('privy:refresh_token'), url).toBe(!isWiped);
    }
  });

  it('a tab whose session is in cookies follows a login, a change of the user and a logout in another tab', async () => {
    const test = await openPage();
    const tab = await openPage(test.jar, {
      appId: inCookies.id,
      profile: test.profile,
      page: { url: `${pageOrigin}/` },
      network: (request, forward) => test.jar.send(request, () => test.page, forward),
    });
    await test.logIn('two-tabs@company.example');
    await expect.poll(() => tab.client.getState().user?.email?.address).toBe('two-tabs@company.example');
    for (const { client } of [test, tab])
      await expect.poll(() => contextsOf(client).session.unfollow.get()).not.toBeNull();
    await acceptTerms(test.client);
    await tab.timers.advance(1_000);
    expect(tab.client.getState().user?.hasAcceptedTerms).toBe(true);
    await logout(test.client);
    await expect.poll(() => tab.client.getState().authenticated).toBe(false);
  });
});
