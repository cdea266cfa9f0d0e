import { type Issuer, startIssuer } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pressAndClose, waitInPage } from '../harness/index.ts';
import { type Act, createApp, type ModalFixture, startFixture, walletsOnLogin } from './fixture.ts';
import { pageObject } from './pageObject.ts';

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };

let fixture: ModalFixture;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer(Date.now);
  fixture = await startFixture({
    app: {
      embedded_wallet_config: walletsOnLogin,
      guest_auth: true,
      custom_jwt_auth: true,
      custom_jwt_config: { ...rules, public_key: issuer.publicKey() },
    },
  });
});
afterAll(async () => {
  await fixture?.close();
  await issuer?.close();
});

describe('users who log in without a screen', () => {
  const userOf = ({ page }: Act) =>
    page.evaluate(() => {
      const { user } = window.host.latchkey;
      return user && { id: user.id, isGuest: user.isGuest, wallet: user.wallet?.address ?? null };
    });

  it('[GUEST-02, GUEST-03] a guest has a wallet, and keeps the account and the wallet after a login in the modal', {
    tags: 'story',
  }, async () => {
    const act = await fixture.open();
    await act.page.locator('#state').filter({ hasText: 'ready, logged out' }).waitFor();
    await act.page.evaluate(() => window.host.guests.createGuestAccount());
    await act.page.locator('#state').filter({ hasText: 'logged in, modal closed' }).waitFor();
    const guest = await userOf(act);
    expect(guest).toMatchObject({ isGuest: true, wallet: expect.stringMatching(/^0x/) });
    expect(await act.screen('LANDING').count()).toBe(0);

    await act.logIn('grown-up@company.example');
    await act.dialog.waitFor({ state: 'detached' });
    await expect.poll(() => act.told()).toEqual(['complete email known']);
    expect(await userOf(act)).toEqual({ ...guest, isGuest: false });
    await act.close();
  });

  it('[JWT-03, JWT-04] a user who is signed in at the host is logged in with a wallet, and the client follows a change of user or a log-out at the host', {
    tags: 'story',
  }, async () => {
    const act = await fixture.open({ strictMode: true });
    const { page } = act;
    const state = page.locator('#state');
    await state.filter({ hasText: 'ready, logged out' }).waitFor();
    const become = async (sub: string | null) => {
      const token = sub && (await issuer.sign({ iss: rules.issuer, aud: rules.audience, sub }));
      await page.evaluate((given) => {
        window.setConfig({ customAuth: { getCustomAccessToken: async () => given ?? undefined } });
      }, token);
    };
    const idAtHost = () =>
      page.evaluate(() => {
        const account = window.host.latchkey.user?.linkedAccounts.find(({ type }) => type === 'custom_auth');
        return account?.type === 'custom_auth' ? account.customUserId : null;
      });

    await become('ada');
    await expect.poll(idAtHost).toBe('ada');
    await expect.poll(async () => (await userOf(act))?.wallet).toMatch(/^0x/);
    // No screen announces the wallet.
    expect(await page.locator('latchkey-modal').count()).toBe(0);
    await become('grace');
    await expect.poll(idAtHost).toBe('grace');
    await become(null);
    await state.filter({ hasText: 'logged out, modal closed' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.host.customAuth.state.status)).toBe('done');
    expect(await act.told()).toEqual([]);

    await page.evaluate(() => {
      window.setConfig({ customAuth: { getCustomAccessToken: async () => 'a.b.c' } });
    });
    await expect
      .poll(() => page.evaluate(() => window.host.customAuth.state.error?.code))
      .toBe('invalid_credentials');
    await act.close();
  });
});

describe('a host with its own buttons for social login', () => {
  let appId: string;
  beforeAll(async () => {
    appId = await createApp(fixture.harness, { discord_oauth: true, google_oauth: true, oauth_tokens: true });
  });

  async function openWithButtons(): Promise<Act> {
    const act = await fixture.open({ appId, logins: true });
    await act.page.locator('html[data-ready=true]').waitFor();
    return act;
  }
  async function answer(page: Page, choice: 'Allow' | 'Deny'): Promise<void> {
    await page.getByPlaceholder('mary').fill('rosalind');
    await page.getByRole('button', { name: choice, exact: true }).click();
    await page.waitForURL(`${fixture.harness.host.origin}/**`);
  }
  const told = ({ page }: Act, line: string) =>
    waitInPage(page, (awaited) => window.told?.includes(awaited) ?? false, line);

  it('[OAUTH-09] a user logs in with the host’s own button; the host gets the provider’s tokens once, and the page’s storage, cookies and URL do not contain the access token', async () => {
    const act = await openWithButtons();
    const { page } = act;
    await page.evaluate(() => void window.logins.oauth.initOAuth({ provider: 'google' }));
    await page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
    await answer(page, 'Allow');
    await told(act, 'oauth is done');
    const ofOAuth = (await act.told()).filter((line) => !line.startsWith('telegram'));
    const tokens = JSON.parse(ofOAuth.find((line) => line.startsWith('tokens '))?.slice(7) ?? '{}');
    expect(tokens).toEqual({
      provider: 'google',
      accessToken: expect.any(String),
      accessTokenExpiresInSeconds: expect.any(Number),
      scopes: expect.arrayContaining(['openid', 'email', 'profile']),
    });
    expect(ofOAuth.map((line) => line.replace(/^tokens .*/, 'tokens'))).toEqual([
      'oauth is initial',
      'oauth is loading',
      'tokens',
      'oauth complete google_oauth new',
      'oauth is done',
    ]);
    expect(await everythingKept(page)).not.toContain(tokens.accessToken);
    await page.reload();
    await page.locator('#state', { hasText: 'ready, logged in' }).waitFor();
    expect((await act.told()).filter((line) => /^tokens|complete/.test(line))).toEqual([]);
    await act.close();
  });

  it('[ROUTE-07] a host’s own button logs in through a popup, which closes while the page stays; closing the popup counts as a refusal', async () => {
    const act = await openWithButtons();
    const { page } = act;
    const openPopup = async () => {
      const press = () =>
        page.evaluate(() => {
          void window.logins.oauth.initOAuth({ provider: 'google', popup: true }).catch(() => undefined);
        });
      const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
      await popup.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
      return popup;
    };
    await (await openPopup()).close();
    await told(act, 'oauth is error');
    const popup = await openPopup();
    await popup.getByPlaceholder('mary').fill('joan');
    await pressAndClose(popup.getByRole('button', { name: 'Allow', exact: true }));
    await told(act, 'oauth is done');
    expect((await act.told()).filter((line) => line.startsWith('oauth'))).toEqual([
      'oauth is initial',
      'oauth is loading',
      'oauth error oauth_user_denied',
      'oauth is error',
      'oauth is loading',
      'oauth complete google_oauth new',
      'oauth is done',
    ]);
    await page.locator('#state', { hasText: 'logged in' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await act.close();
  });

  it('a host with its own button for social login learns that the user refused', async () => {
    const act = await openWithButtons();
    await act.page.evaluate(() => void window.logins.oauth.initOAuth({ provider: 'discord' }));
    await act.page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/discord.com/**`);
    await answer(act.page, 'Deny');
    await told(act, 'oauth is error');
    expect((await act.told()).filter((line) => line.startsWith('oauth'))).toEqual([
      'oauth is initial',
      'oauth is loading',
      'oauth error oauth_user_denied',
      'oauth is error',
    ]);
    expect(await act.page.evaluate(() => window.logins.oauth.state.error?.code)).toBe('oauth_user_denied');
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    await act.close();
  });
});

/** Returns what a page stores, and its URL, as text; of caches and databases only the names. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state];
    const stores = [...(await caches.keys()), ...(await indexedDB.databases())];
    return JSON.stringify([...kept, location.href, stores]);
  });

describe('a wallet of a headless host whose app has the older setting for passwords', () => {
  it('[EMBW-21, RECO-02] a headless host’s wallet is created with a recovery password, which the modal requests, if the app has the older setting for passwords, also if it offers other methods', async () => {
    const appId = await createApp(fixture.harness, {
      guest_auth: true,
      embedded_wallet_config: {
        create_on_login: 'off',
        user_owned_recovery_options: ['google-drive', 'icloud', 'user-passcode'],
        require_user_owned_recovery_on_create: false,
        require_user_password_on_create: true,
      },
    });
    const act = await fixture.open({ appId, config: { headless: true } });
    const { page } = act;
    const { button, screen, heading, field, press } = pageObject(() => act);
    await page.locator('#state', { hasText: 'ready, logged out' }).waitFor();
    await page.evaluate(() => window.host.guests.createGuestAccount());
    await page.locator('#state', { hasText: 'logged in' }).waitFor();
    const made = page.evaluate(() => window.host.createWallet());
    await screen('PASSWORD_CREATE').waitFor();
    await field().fill('gravel-lantern-oblige-thimble');
    await press('Continue');
    await heading('Save your password').waitFor();
    await press('Continue');
    await heading('Confirm your password').waitFor();
    await field().fill('gravel-lantern-oblige-thimble');
    await press('Continue');
    await page.getByRole('checkbox').check();
    await press('Set Password');
    await button('Done').click();
    const { address } = await made;
    await expect
      .poll(() => page.evaluate(() => window.host.wallets[0]))
      .toMatchObject({ address, recoveryMethod: 'user-passcode' });
    await act.close();
  });
});
