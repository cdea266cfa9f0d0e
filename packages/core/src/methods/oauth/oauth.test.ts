import { createBrowserProfile } from '@latchkey/testkit';
import { oauthRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../failureOf.testkit.ts';
import {
  findOAuthReturn,
  findRecentLogin,
  finishOAuth,
  initLinkWithOAuth,
  initLoginWithOAuth,
  loginInOAuthPopup,
  logout,
  type OAuthTokens,
  subscribeOAuthTokens,
  unlinkOAuth,
} from '../../index.ts';
import { calls, events, generous, host, leftFor, providers, shareProviders } from './oauth.testkit.ts';

const phishing = 'Unexpected auth flow. This may be a phishing attempt.';
const { comeBack, consent, realAddresses, start } = shareProviders();

describe('a login at a provider', () => {
  it('[ROUTE-01] [OAUTH-10] a social login redirects the whole page, comes back, and leaves nothing in the address', async () => {
    const from = await start();
    await initLoginWithOAuth(from.client, { provider: 'google' });
    const [init] = from.requests.filter(({ url }) => url.endsWith('/oauth/init'));
    expect(await init?.json()).toEqual({
      provider: 'google',
      redirect_to: host,
      state_code: expect.stringMatching(/^[\w-]{48}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const back = await consent(leftFor(from));
    expect(back).toContain('privy_oauth_code=');

    const to = await comeBack(from, back);
    expect(to.page.window.location.href).toBe(host);
    expect(await findOAuthReturn(to.client)).toEqual({
      provider: 'google',
      act: 'login',
      disableSignup: false,
      isHeadless: false,
    });
    const outcome = await finishOAuth(to.client);
    expect(outcome).toMatchObject({ act: 'login', login: { isNewUser: true } });
    const { authenticated, user } = to.client.getState();
    expect(authenticated).toBe(true);
    expect(user?.linkedAccounts.map(({ type }) => type)).toEqual(['google_oauth']);
    expect(calls(to)).toEqual([`POST ${oauthRoutes.authenticate.path}`]);
    expect(findRecentLogin(to.client)?.method).toBe('google');

    // The visit is over, so neither this page nor the next one has anything to finish.
    expect(await findOAuthReturn(to.client)).toBeNull();
    expect((await failureOf(finishOAuth(to.client))).code).toBe('no_auth_flow');
    const again = await failureOf(finishOAuth((await comeBack(from, back)).client));
    expect(again.code).toBe('oauth_unexpected');
    expect(again.message).toEqual(phishing);
  });

  it.each(providers)('[OAUTH-01] social login with %s yields an account of its type', async (provider) => {
    const from = await start();
    await initLoginWithOAuth(from.client, { provider });
    const to = await comeBack(from, await consent(leftFor(from), { person: `${provider}-person` }));
    await finishOAuth(to.client);
    expect(to.client.getState().user?.linkedAccounts).toMatchObject([
      { type: `${provider}_oauth`, subject: expect.any(String) },
    ]);
  });

  it('[OAUTH-02] [ANALYT-04] finishOAuth refuses and reports an answer to a social login that this browser did not start', async () => {
    const victim = await start();
    const attacker = await start();
    await initLoginWithOAuth(attacker.client, { provider: 'google' });
    const forged = await consent(leftFor(attacker));
    await initLoginWithOAuth(victim.client, { provider: 'google' });
    for (const url of [
      forged,
      // The state of the victim's own visit, with another provider.
      (await consent(leftFor(victim))).replace('provider=google', 'provider=github'),
    ]) {
      const to = await comeBack(victim, url);
      const error = await failureOf(finishOAuth(to.client));
      expect(error.code).toBe('oauth_unexpected');
      expect(error.message).toEqual(phishing);
      expect(calls(to)).toEqual([]);
      expect(await events(to)).toEqual(['possible_phishing_attempt']);
      expect(to.page.window.location.href).toBe(host);
    }
  });

  it('[ERR-25] [OAUTH-04] a social login distinguishes a denial from a failure, without a request to the service', async () => {
    for (const [code, expected, message] of [
      ['undefined', 'oauth_user_denied', 'User denied confirmation during OAuth flow'],
      ['error', 'unknown_auth_error', 'Something went wrong. Try again.'],
    ] as const) {
      const from = await start();
      await initLoginWithOAuth(from.client, { provider: 'google' });
      const back = new URL(await consent(leftFor(from), { answer: 'deny' }));
      expect(back.searchParams.get('privy_oauth_code')).toBe('undefined');
      back.searchParams.set('privy_oauth_code', code);
      const to = await comeBack(from, back.href);
      const error = await failureOf(finishOAuth(to.client));
      expect(error.code).toEqual(expected);
      expect(error.message).toEqual(message);
      expect(calls(to)).toEqual([]);
    }
  });

  it('a social login can be finished in another tab, while a second social login is under way', async () => {
    const profile = createBrowserProfile();
    const one = await start({ profile });
    const other = await start({ profile });
    await initLoginWithOAuth(one.client, { provider: 'google' });
    await initLoginWithOAuth(other.client, { provider: 'discord' });
    const back = await consent(leftFor(one), { person: 'two-tabs' });
    const elsewhere = await comeBack(one, back);
    await finishOAuth(elsewhere.client);
    expect(elsewhere.client.getState().user?.linkedAccounts).toMatchObject([{ type: 'google_oauth' }]);
  });

  it('a social login does not leave the page if the browser cannot store the visit', async () => {
    const { client, page } = await start({ page: { url: host, isStorageBlocked: true } });
    const error = await failureOf(initLoginWithOAuth(client, { provider: 'google' }));
    expect(error.code).toBe('storage_unavailable');
    expect(page.visited).toEqual([]);
  });

  it('[LAND-33] a social login does not start at Google inside another app, but does at Discord', async () => {
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 332.0.0.28.83',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 [FBAN/FBIOS;FBAV/468.0]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Twitter for iPhone/10.48',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 musical_ly_34.5.0 BytedanceWebview/d8a21c6',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 [LinkedInApp]/9.29',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Safari Line/14.9.0',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36',
    ];
    for (const userAgent of agents) {
      const { client, page } = await start({ page: { url: host, userAgent } });
      const error = await failureOf(initLoginWithOAuth(client, { provider: 'google' }));
      expect(error.code).toBe('not_supported');
      expect(error.details).toEqual({ reason: 'in_app_browser' });
      expect(page.visited).toEqual([]);
    }
    const inApp = await start({ page: { url: host, userAgent: agents[0] ?? '' } });
    await initLoginWithOAuth(inApp.client, { provider: 'discord' });
    expect(leftFor(inApp)).toContain('/discord.com/');
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1';
    const browser = await start({ page: { url: host, userAgent: safari } });
    await initLoginWithOAuth(browser.client, { provider: 'google' });
    expect(leftFor(browser)).toContain('/accounts.google.com/');
  });

  it("[OAUTH-09] finishOAuth passes the provider's tokens to listeners, if the operator enables that", async () => {
    const from = await start();
    await initLoginWithOAuth(from.client, { provider: 'google' });
    const to = await comeBack(from, await consent(leftFor(from), { person: 'tokens' }));
    const heard: OAuthTokens[] = [];
    subscribeOAuthTokens(to.client, (tokens) => heard.push(tokens));
    await finishOAuth(to.client);
    expect(heard).toEqual([]);

    const there = await start({ appId: generous });
    await initLoginWithOAuth(there.client, { provider: 'tiktok' });
    const back = await consent(leftFor(there), { person: 'tokens' });
    const done = await comeBack(there, back, { appId: generous });
    const stop = subscribeOAuthTokens(done.client, (tokens) => heard.push(tokens));
    await finishOAuth(done.client);
    stop();
    expect(heard).toEqual([
      {
        provider: 'tiktok',
        accessToken: expect.stringMatching(/./),
        accessTokenExpiresInSeconds: 86_400,
        refreshToken: expect.stringMatching(/./),
        refreshTokenExpiresInSeconds: 31_536_000,
        scopes: expect.arrayContaining(['user.info.basic']),
      },
    ]);
  });

  it("a login at X goes to X's old domain on phones", async () => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148';
    for (const [userAgent, address] of [
      [phone, 'https://twitter.com/i/oauth2/authorize?'],
      ['Mozilla/5.0 (X11; Linux x86_64)', 'https://x.com/i/oauth2/authorize?'],
    ] as const) {
      const { client, page } = await start({ page: { url: host, userAgent }, network: realAddresses });
      await initLoginWithOAuth(client, { provider: 'twitter' });
      expect(page.visited[0]).toContain(address);
    }
  });

  it('[ROUTE-07] initLoginWithOAuth notifies the page that opened this one before a login at X, and not before one at Google', async () => {
    const posted: unknown[] = [];
    const opener = {
      location: { origin: 'http://localhost:3000' },
      postMessage: (data: unknown, target: string) => posted.push([data, target]),
    };
    for (const provider of ['google', 'twitter'] as const) {
      const { client } = await start({ page: { url: host, opener } });
      await initLoginWithOAuth(client, { provider });
    }
    expect(posted).toEqual([[{ type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' }, 'http://localhost:3000']]);
  });
});

describe('a login in a popup', () => {
  /** Opens a page whose user answers the popup at once. `visit` gets the popup's address. */
  async function openPopup(visit: (url: string, popup: object, hear: (event: object) => void) => void) {
    const test = await start();
    const popup = {
      closed: false,
      close() {
        popup.closed = true;
      },
      location: {
        set href(url: string) {
          visit(url, popup, (event) =>
            test.page.dispatch(Object.assign(new Event('message'), { source: popup, ...event })),
          );
        },
      },
    };
    Object.assign(test.page.window, { open: () => popup });
    return { ...test, popup };
  }
  const origin = 'http://localhost:3000';

  it('[ROUTE-07] [S35] a popup login ends in the page that opened the popup: the popup posts its answer only there, and closes', async () => {
    const targets: string[] = [];
    let visited: Promise<Awaited<ReturnType<typeof start>>> | undefined;
    const opened = await openPopup((url, _, hear) => {
      const postMessage = (data: unknown, target: string) => {
        targets.push(target);
        hear({ data, origin });
      };
      visited = consent(url, { person: 'popup' }).then((back) =>
        start({
          profile: opened.profile,
          page: { url: back, opener: { location: { origin }, postMessage } },
        }),
      );
    });
    const { isNewUser, user } = await loginInOAuthPopup(opened.client, { provider: 'google' });
    const inPopup = await visited;
    expect(targets).toEqual([origin]);
    expect(inPopup?.page.window.closed).toBe(true);
    expect(inPopup?.client.getState().ready).toBe(false);
    expect(inPopup?.page.window.location.href).toBe(host);
    expect(inPopup?.sent).toEqual([]);
    expect([isNewUser, user.linkedAccounts]).toMatchObject([true, [{ type: 'google_oauth' }]]);
    expect(opened.popup.closed).toBe(true);
    expect(opened.page.window.location.href).toEqual(host);
  });

  it('[ROUTE-07] [S35] a popup login ends in the opener through the channel if the provider cut the popup off', async () => {
    let visited: Promise<Awaited<ReturnType<typeof start>>> | undefined;
    const opened = await openPopup((url) => {
      visited = consent(url, { person: 'cut-off' }).then((back) =>
        start({ profile: opened.profile, page: { url: back, opener: null } }),
      );
    });
    const { user } = await loginInOAuthPopup(opened.client, { provider: 'twitter' });
    expect((await visited)?.page.window.closed).toBe(true);
    expect(user.linkedAccounts).toMatchObject([{ type: 'twitter_oauth' }]);
  });

  it('[OAUTH-03] [ERR-26] a popup login fails in parent and child if their origins differ', async () => {
    const message = 'Origins between parent and child windows do not match.';
    const opened = await openPopup((_, popup, hear) =>
      hear({
        data: { type: 'PRIVY_OAUTH_RESPONSE', stateCode: 's', authorizationCode: 'c' },
        origin: 'https://evil.example',
        source: popup,
      }),
    );
    const error = await failureOf(loginInOAuthPopup(opened.client, { provider: 'google' }));
    expect(error.code).toBe('oauth_unexpected');
    expect(error.message).toEqual(message);
    expect(opened.popup.closed).toBe(true);

    const posted: unknown[] = [];
    const stranger = {
      get location(): never {
        throw new DOMException('cross-origin', 'SecurityError');
      },
      postMessage: (data: unknown) => posted.push(data),
    };
    const url = `${host}&privy_oauth_code=c&privy_oauth_state=s&privy_oauth_provider=google`;
    const child = await start({ page: { url, opener: stranger } });
    const inChild = await failureOf(finishOAuth(child.client));
    expect(inChild.code).toBe('oauth_unexpected');
    expect(inChild.message).toEqual(message);
    expect(posted).toEqual([]);
  });

  it('[S35] a redirect login finishes in its own page, although another page opened the window', async () => {
    const from = await start();
    await initLoginWithOAuth(from.client, { provider: 'google' });
    const posted: unknown[] = [];
    const opener = { location: { origin }, postMessage: (data: unknown) => posted.push(data) };
    const back = await consent(leftFor(from), { person: 'opened' });
    const to = await start({ profile: from.profile, page: { url: back, opener } });
    await finishOAuth(to.client);
    expect(to.client.getState().authenticated).toBe(true);
    expect(posted).toEqual([]);
  });
});

describe('a link at a provider', () => {
  let people = 0;
  async function signIn() {
    const test = await start();
    await test.logIn(`linker${++people}@company.example`);
    return test;
  }

  it('[OAUTH-10] [LINK-09] [LINK-13] an account at a provider is linked and unlinked, after which the user is fetched again', async () => {
    const from = await signIn();
    await initLinkWithOAuth(from.client, { provider: 'github' });
    const to = await comeBack(from, await consent(leftFor(from), { person: 'linked' }));
    const outcome = await finishOAuth(to.client);
    expect(outcome).toMatchObject({ act: 'link', change: { account: { type: 'github_oauth' } } });
    expect(calls(to)).toEqual([`POST ${oauthRoutes.link.path}`]);
    const account = to.client.getState().user?.linkedAccounts.find(({ type }) => type === 'github_oauth');
    const subject = account && 'subject' in account ? account.subject : '';
    expect((await failureOf(initLinkWithOAuth(to.client, { provider: 'github' }))).code).toBe(
      'cannot_link_more_of_type',
    );
    const user = await unlinkOAuth(to.client, { provider: 'github', subject });
    expect(user.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
    expect(to.sent.slice(-2)).toEqual([`POST ${oauthRoutes.unlink.path}`, 'POST /api/v1/sessions']);
  });

  it('linking an account at a provider can start before the page knows who is signed in', async () => {
    const { profile } = await signIn();
    let isDown = true;
    const from = await start({
      profile,
      network: async (request, forward) => {
        const isBusy = isDown && request.url.endsWith('/api/v1/sessions');
        if (isBusy) return Response.json({ error: 'Busy', code: 'too_many_requests' }, { status: 429 });
        return forward();
      },
    });
    isDown = false;
    expect(from.client.getState()).toMatchObject({ authenticated: true, user: null });
    await initLinkWithOAuth(from.client, { provider: 'discord' });
    const to = await comeBack(from, await consent(leftFor(from), { person: 'early' }));
    expect(await finishOAuth(to.client)).toMatchObject({ act: 'link' });
  });

  it('linking an account at a provider is refused without a user before any request, and for another user after the visit', async () => {
    const nobody = await start();
    const { code } = await failureOf(initLinkWithOAuth(nobody.client, { provider: 'google' }));
    expect(code).toBe('must_be_authenticated');
    expect(nobody.sent.some((call) => call.includes('/oauth/'))).toBe(false);

    const from = await signIn();
    await initLinkWithOAuth(from.client, { provider: 'google' });
    const back = await consent(leftFor(from), { person: 'wrong-user' });
    await logout(from.client);
    const other = await start({ profile: from.profile });
    await other.logIn(`linker${++people}@company.example`);
    const to = await comeBack(from, back);
    expect((await failureOf(finishOAuth(to.client))).code).toBe('must_be_authenticated');
    expect(calls(to)).toEqual([]);
  });

  it('linking an account at a provider reports an account that another user has', async () => {
    const owner = await start();
    await initLoginWithOAuth(owner.client, { provider: 'google' });
    await finishOAuth((await comeBack(owner, await consent(leftFor(owner), { person: 'taken' }))).client);
    const from = await signIn();
    await initLinkWithOAuth(from.client, { provider: 'google' });
    const to = await comeBack(from, await consent(leftFor(from), { person: 'taken' }));
    expect((await failureOf(finishOAuth(to.client))).code).toBe('linked_to_another_user');
  });
});
