import { oauthRoutes } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../failureOf.testkit.ts';
import {
  confirmWithCrossAppAccount,
  findRecentLogin,
  linkCrossAppAccount,
  loginWithCrossAppAccount,
  openCrossAppPopup,
} from '../index.ts';
import {
  callsOf,
  eventsOf,
  gameOrigin,
  hosted,
  providerId,
  requesterId,
  saidBy,
  shareApps,
  tokenKey,
} from './crossApp.testkit.ts';

const apps = shareApps();
const appId = providerId;
const phishing = 'Unexpected auth flow. This may be a phishing attempt.';
const denied = 'User denied confirmation during cross-app auth flow';

describe('a login with a provider app', () => {
  it("[XAPP-04] [XAPP-05] [SESS-01] a login opens the provider app's page in the popup, sends the returned code, and stores a token of that app", async () => {
    const holder = await apps.createHolder();
    const test = await apps.startPage();
    const popup = apps.agreeingPopup(test, holder);
    const { isNewUser, user } = await loginWithCrossAppAccount(test.client, { appId, popup: popup.window });
    expect([isNewUser, user.linkedAccounts]).toMatchObject([
      true,
      [{ type: 'cross_app', providerApp: { id: appId }, embeddedWallets: [{ address: holder.address }] }],
    ]);
    const [start, finish] = test.requests.filter(({ url }) => url.includes('/oauth/'));
    const begun = await start?.clone().json();
    expect(begun).toEqual({
      provider: `privy:${appId}`,
      redirect_to: `${gameOrigin}/play?level=3`,
      state_code: expect.stringMatching(/^[\w-]{48}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await finish?.clone().json()).toEqual({
      provider: `privy:${appId}`,
      authorization_code: expect.any(String),
      state_code: begun?.state_code,
      code_verifier: expect.stringMatching(/^[\w-]{48}$/),
      mode: 'login-or-sign-up',
    });
    expect(callsOf(test)).toEqual([
      `POST ${oauthRoutes.start.path}`,
      `POST ${oauthRoutes.authenticate.path}`,
    ]);
    expect(popup.visited).toHaveLength(1);
    expect(popup.visited[0]).toMatch(`${hosted}/cross-app/connect?`);
    expect(popup.window.closed).toBe(true);
    const { stored } = test.profile;
    for (const key of ['privy:token', 'privy:refresh_token', tokenKey()]) {
      expect(stored.get(key), key).toEqual(expect.stringContaining('.'));
    }
    expect(findRecentLogin(test.client)?.method).toBe(`privy:${appId}`);
    // The visit is not stored.
    expect(stored.has('privy:oauth_flows')).toBe(false);
    expect(await eventsOf(test)).toEqual([
      ['cross_app_auth_started', { providerAppId: appId }],
      ['cross_app_auth_completed', { providerAppId: appId }],
    ]);

    // The same person again is the same user.
    const again = await apps.loggedIn(holder);
    expect(again.user.id).toBe(user.id);
  });

  it('[ROUTE-02] a cross-app login gets its answer through the channel if a provider separated the popup from its opener, and the popup closes itself', async () => {
    const holder = await apps.createHolder();
    const test = await apps.startPage();
    let inPopup: Awaited<ReturnType<typeof apps.comeBack>> | undefined;
    const popup = apps.openPopup(test, (url, say) => {
      // The provider's login uses a page that separates the popup from this one, so it looks closed.
      say({ type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' });
      popup.close();
      void test.timers
        .advance(30_000)
        .then(() => apps.answer(url, holder))
        .then((back) => apps.comeBack(test, back, null))
        .then((opened) => {
          inPopup = opened;
        });
    });
    const { user } = await loginWithCrossAppAccount(test.client, { appId, popup: popup.window });
    expect(user.linkedAccounts).toMatchObject([{ type: 'cross_app' }]);
    await expect.poll(() => inPopup?.page.window.closed).toBe(true);
    expect(inPopup?.client.getState().ready).toBe(false);
    expect(inPopup?.sent).toEqual([]);
  });

  it('[XAPP-06] a cross-app login fails if the answer has no code or no state', async () => {
    const test = await apps.startPage();
    for (const said of [{ stateCode: 's' }, { authorizationCode: 'c' }, {}]) {
      const popup = apps.openPopup(test, (_, say) =>
        say({ type: 'PRIVY_OAUTH_RESPONSE', ...said }, { origin: gameOrigin }),
      );
      const login = loginWithCrossAppAccount(test.client, { appId, popup: popup.window });
      expect(await saidBy(login)).toEqual(['unknown_auth_error', 'Invalid code during cross-app auth flow']);
      expect(popup.window.closed).toBe(true);
    }
    expect(callsOf(test)).not.toContain(`POST ${oauthRoutes.authenticate.path}`);
  });

  it('[XAPP-07] a cross-app login fails if the user denies it at the provider app', async () => {
    const test = await apps.startPage();
    const popup = apps.agreeingPopup(test, await apps.createHolder(), false);
    const login = loginWithCrossAppAccount(test.client, { appId, popup: popup.window });
    expect(await saidBy(login)).toEqual(['oauth_user_denied', denied]);
    expect(callsOf(test)).toEqual([`POST ${oauthRoutes.start.path}`]);
    expect(await eventsOf(test)).toEqual([
      ['cross_app_auth_started', { providerAppId: appId }],
      ['cross_app_auth_error', { providerAppId: appId }],
    ]);
  });

  it('[XAPP-19] a cross-app login ends after an error, a closed popup, or two minutes', async () => {
    const test = await apps.startPage();
    const failing = apps.openPopup(test, (_, say) =>
      say({ type: 'PRIVY_OAUTH_ERROR', error: '<b>no</b>' }, { origin: gameOrigin }),
    );
    const failed = loginWithCrossAppAccount(test.client, { appId, popup: failing.window });
    expect(await saidBy(failed)).toEqual(['unknown_auth_error', 'Something went wrong. Try again.']);

    const left = apps.openPopup(test, () => {});
    const closed = failureOf(loginWithCrossAppAccount(test.client, { appId, popup: left.window }));
    await expect.poll(() => left.visited.length).toBe(1);
    left.close();
    await test.timers.advance(600);
    expect(await closed).toMatchObject({
      code: 'oauth_user_denied',
      message: denied,
      details: { reason: 'closed' },
    });

    const open = apps.openPopup(test, () => {});
    let outcome: unknown = 'waiting';
    void loginWithCrossAppAccount(test.client, { appId, popup: open.window }).catch((error: unknown) => {
      outcome = error;
    });
    await expect.poll(() => open.visited.length).toBe(1);
    await test.timers.advance(119_999);
    expect(outcome).toBe('waiting');
    await test.timers.advance(1);
    await expect
      .poll(() => outcome)
      .toMatchObject({
        code: 'client_request_timeout',
        message: 'Authorization request timed out after 2 minutes.',
      });
    expect(open.window.closed).toBe(true);
  });

  it("[S33] a cross-app login rejects an answer to another browser's visit or from another origin, and ignores messages of other windows", async () => {
    const [attacker, holder] = [await apps.startPage(), await apps.createHolder()];
    let forged = '';
    const theirs = apps.openPopup(attacker, (url) => {
      void apps.answer(url, holder).then((back) => {
        forged = back;
      });
    });
    void loginWithCrossAppAccount(attacker.client, { appId, popup: theirs.window }).catch(() => {});
    await expect.poll(() => forged).not.toBe('');

    const victim = await apps.startPage();
    const popup = apps.openPopup(victim, (_, say) => {
      // Ignored, because the sender is not the popup.
      say({ type: 'PRIVY_OAUTH_RESPONSE', stateCode: 's', authorizationCode: 'c' }, { source: {} });
      void apps.comeBack(victim, forged, say);
    });
    const login = loginWithCrossAppAccount(victim.client, { appId, popup: popup.window });
    expect(await saidBy(login)).toEqual(['oauth_unexpected', phishing]);
    expect((await eventsOf(victim)).map(([name]) => name)).toContain('possible_phishing_attempt');
    expect(victim.client.getState().authenticated).toBe(false);

    const foreign = apps.openPopup(victim, (_, say) =>
      say({ type: 'PRIVY_OAUTH_RESPONSE', stateCode: 's', authorizationCode: 'c' }),
    );
    const elsewhere = loginWithCrossAppAccount(victim.client, { appId, popup: foreign.window });
    expect(await saidBy(elsewhere)).toEqual([
      'oauth_unexpected',
      'Origins between parent and child windows do not match.',
    ]);
  });

  it('a cross-app login does not navigate its popup to a script URL', async () => {
    const test = await apps.startPage({
      async network(request, forward) {
        const reply = await forward();
        return request.url.endsWith(oauthRoutes.start.path)
          ? Response.json({ ...(await reply.json()), url: 'javascript:alert(1)' })
          : reply;
      },
    });
    const popup = apps.openPopup(test, () => {});
    const [code] = await saidBy(loginWithCrossAppAccount(test.client, { appId, popup: popup.window }));
    expect(code).toBe('internal_error');
    expect(popup.visited).toEqual([]);
    expect(popup.window.closed).toBe(true);
  });

  it('a cross-app login fails for a blocked popup, an invalid app id, an app that does not list this app, and a signed-in user', async () => {
    const test = await apps.startPage();
    const blocked = await failureOf(loginWithCrossAppAccount(test.client, { appId, popup: null }));
    expect(blocked).toMatchObject({ code: 'unknown_auth_error', details: { reason: 'popup_blocked' } });
    const popup = () => apps.openPopup(test, () => {}).window;
    for (const wrong of ['', 'harbour', `${appId}/..`]) {
      const login = loginWithCrossAppAccount(test.client, { appId: wrong, popup: popup() });
      expect(await saidBy(login)).toEqual(['not_supported', 'Invalid connected app']);
    }
    expect(callsOf(test)).toEqual([]);
    // An app that does not list this app as a requester causes the same error as an invalid id.
    const unlisted = loginWithCrossAppAccount(test.client, { appId: requesterId, popup: popup() });
    expect(await saidBy(unlisted)).toEqual(['not_supported', 'Invalid connected app']);

    await test.logIn();
    test.sent.length = 0;
    const [code] = await saidBy(loginWithCrossAppAccount(test.client, { appId, popup: popup() }));
    expect(code).toBe('no_auth_flow');
    expect(test.sent).toEqual([]);
  });

  it('[XAPP-20] openCrossAppPopup opens a window of 440 by 680 pixels', async () => {
    const test = await apps.startPage();
    const { window } = apps.openPopup(test, () => {});
    const asked: unknown[] = [];
    const open = (...how: unknown[]) => {
      asked.push(how);
      return window;
    };
    Object.assign(test.page.window, { open });
    expect(openCrossAppPopup(test.client)).toBe(window);
    expect(asked).toEqual([['', '_blank', 'popup,width=440,height=680']]);
  });

  it('a cross-app login with disableSignup refuses a new user and stores no token', async () => {
    const test = await apps.startPage();
    const popup = apps.agreeingPopup(test, await apps.createHolder()).window;
    const login = loginWithCrossAppAccount(test.client, { appId, popup, disableSignup: true });
    expect((await failureOf(login)).code).toBe('user_does_not_exist');
    expect(test.profile.stored.has(tokenKey())).toBe(false);
  });
});

it("confirmWithCrossAppAccount confirms a login only with the user's own account, and requires a signed-in user, as linkCrossAppAccount does", async () => {
  const test = await apps.loggedIn();
  const confirm = (popup: Window) => confirmWithCrossAppAccount(test.client, { appId, popup });
  expect(await confirm(apps.agreeingPopup(test, test.holder).window)).toEqual({ confirmed: true });
  const stranger = apps.agreeingPopup(test, await apps.createHolder()).window;
  expect((await failureOf(confirm(stranger))).code).toBe('invalid_credentials');

  const out = await apps.startPage();
  const popup = apps.openPopup(out, () => {}).window;
  for (const act of [confirmWithCrossAppAccount, linkCrossAppAccount])
    expect((await failureOf(act(out.client, { appId, popup }))).code).toBe('must_be_authenticated');
  expect(out.sent).toEqual([]);
});
