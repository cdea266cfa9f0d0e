import { telegramBot, telegramPeople } from '@latchkey/sandbox';
import { telegramRoutes, telegramScriptPath } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  findBarriers,
  pressAndClose,
  screenshot,
  stopClock,
  strictPolicy,
  waitInPage,
} from '../harness/index.ts';
import { changeApp, createApp, createGate, newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const telegram = {
  telegram_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: true,
    seamless_auth_enabled: true,
  },
};
const { fixture, act, open } = shareFixture({ app: telegram });

const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const text = (words: string) => act.page.getByText(words, { exact: true });
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const row = () => act.dialog.getByRole('button', { name: /^Telegram/ });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const isReady = () => act.page.locator('html[data-ready=true]').waitFor();

async function answer(name: string, press: () => Promise<void> = () => row().click()): Promise<void> {
  const [popup] = await Promise.all([act.page.waitForEvent('popup'), press()]);
  await pressAndClose(popup.getByRole('button', { name, exact: true }));
}

const holdLogins =
  (...gates: { passed: Promise<void> }[]) =>
  (page: Page) =>
    page.route(`**${telegramRoutes.authenticate.path}`, async (route) => {
      await gates.shift()?.passed;
      await route.continue();
    });

describe('Telegram on the landing', () => {
  it('[TELE-01] [TELE-02] [TELE-08] a Telegram login opens a popup, is verified, and closes the modal 1.4 s after success', {
    tags: 'story',
  }, async () => {
    const gate = createGate();
    await open({ clock: true, prepare: holdLogins(gate) });
    await act.openLanding();
    await answer('Ada Lovelace');
    await heading('Verifying connection to Telegram').waitFor();
    expect(await act.screen('TELEGRAM_AUTH_SCREEN').count()).toBe(1);
    await stopClock(act.page);
    gate.open();
    await heading('Successfully connected with Telegram').waitFor();
    await text("You're good to go!").waitFor();
    await screenshot(act.page, 'telegram-done');
    await act.page.clock.runFor(1399);
    expect(await act.told()).toEqual([]);
    await act.page.clock.runFor(1);
    await expect.poll(() => act.told()).toEqual(['complete telegram new']);
    await act.page.clock.resume();
    await gone();
    const account = await act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts[0]);
    expect(account).toMatchObject({ type: 'telegram', telegramUserId: '700000001', username: 'ada' });
  });

  it('[TELE-03] [TELE-05] [TELE-09] a Telegram login logs a failed start, shows other failures, and lets the user try again if that helps, on a phone under a strict policy', async () => {
    const logged: string[] = [];
    const { 'content-security-policy': strict = '' } = strictPolicy(fixture.harness.url);
    const policy = {
      'content-security-policy': strict.replace(
        "script-src 'self'",
        `script-src 'self' ${fixture.harness.url}`,
      ),
    };
    const appId = await createApp(fixture.harness, telegram);
    await open({
      appId,
      headers: policy,
      screen: 'phone',
      prepare: async (page) => {
        page.on('console', (message) => void logged.push(message.text()));
      },
    });
    await act.openLanding();
    const script = act.page.locator(`script[src='${fixture.harness.url}/js/telegram-login.js']`);
    await script.waitFor({ state: 'attached' });
    // Closing the window fails in the same way as Cancel.
    for (const leave of [() => answer('Cancel'), closeWindow]) {
      logged.length = 0;
      await leave();
      await expect.poll(() => logged.join()).toContain('Telegram auth failed or was canceled by the client');
      await row().and(act.page.locator(':enabled')).waitFor();
      expect(await act.screen('LANDING').count()).toBe(1);
    }

    await failAndRetry();
    await startAgain();
    await changeApp(fixture.harness, appId, { telegram_auth: false, email_auth: true });
    await answer('Ada Lovelace');
    await heading('Authentication failed').waitFor();
    await text('Login with Telegram is not allowed.').waitFor();
    expect(await button('Retry').count()).toBe(0);
  });

  async function closeWindow(): Promise<void> {
    const [popup] = await Promise.all([act.page.waitForEvent('popup'), row().click()]);
    await popup.close();
  }
  /** Fails to log in from the landing, and succeeds at the second try. */
  async function failAndRetry(): Promise<void> {
    await answer('Wrong signature');
    await heading('Authentication failed').waitFor();
    await text('This Telegram login has expired or was already used.').waitFor();
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await screenshot(act.page, 'telegram-failed');
    await answer('Grace', () => button('Retry').click());
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete telegram new']);
  }
  async function startAgain(): Promise<void> {
    await act.page.evaluate(() => window.host.latchkey.logout());
    await act.openLanding();
  }

  it('[TELE-04] a Telegram user whom the app does not admit sees the screen for the reason', async () => {
    const appId = await createApp(fixture.harness, telegram);
    await open({ appId });
    await isReady();
    await act.page.evaluate(() => window.host.latchkey.login({ disableSignup: true }));
    await answer('Ada Lovelace');
    await act.screen('ACCOUNT_NOT_FOUND_SCREEN').waitFor();
    // Another person logs in each time. Two logins of one person within a second have the same signature, and a
    // signature counts once.
    for (const [person, settings, screen] of [
      ['Grace', { allowlist_enabled: true }, 'ALLOWLIST_REJECTION_SCREEN'],
      ['Анна', { allowlist_enabled: false, max_users: 0 }, 'USER_LIMIT_REACHED_SCREEN'],
    ] as const) {
      await act.page.keyboard.press('Escape');
      await gone();
      await changeApp(fixture.harness, appId, settings);
      await act.openLanding();
      await answer(person);
      await act.screen(screen).waitFor();
    }
  });

  it('[TELE-06] [TELE-07] [TERMS-06] a Telegram login goes to the terms, or creates the wallet if none are due, 1.4 s after success', async () => {
    const appId = await createApp(fixture.harness, {
      ...telegram,
      require_users_accept_terms: true,
      terms_and_conditions_url: 'https://tidewater.example/terms',
    });
    const [first, second] = [createGate(), createGate()];
    await open({ appId, clock: true, prepare: holdLogins(first, second) });
    await act.openLanding();
    await nextAfterSuccess('Ada Lovelace', 'AFFIRMATIVE_CONSENT_SCREEN', first);
    await act.page.evaluate(() => window.host.latchkey.logout());
    await changeApp(fixture.harness, appId, {
      require_users_accept_terms: false,
      embedded_wallet_config: walletsOnLogin,
    });
    await act.page.clock.resume();
    await act.page.reload();
    await act.openLanding();
    await nextAfterSuccess('Grace', 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', second);
  });

  it('[CAPT-06] a Telegram login shows the captcha if none was passed', async () => {
    const gate = createGate();
    const appId = await createApp(fixture.harness, { ...telegram, captcha_enabled: true });
    await open({
      appId,
      prepare: (page) =>
        page.route('**/captcha/challenge', (route) => gate.passed.then(() => route.continue())),
    });
    await act.openLanding();
    await answer('Ada Lovelace');
    await act.screen('CAPTCHA_SCREEN').waitFor();
    gate.open();
    await act.screen('TELEGRAM_AUTH_SCREEN').waitFor();
    await heading('Successfully connected with Telegram').waitFor();
  });
});

/** Logs in from the landing with a stopped clock, and expects the next screen after exactly 1.4 s. */
async function nextAfterSuccess(person: string, screen: string, gate: { open(): void }): Promise<void> {
  await answer(person);
  await heading('Verifying connection to Telegram').waitFor();
  await stopClock(act.page);
  gate.open();
  await heading('Successfully connected with Telegram').waitFor();
  await act.page.clock.runFor(1399);
  expect(await act.screen(screen).count()).toBe(0);
  await act.page.clock.runFor(1);
  await act.screen(screen).waitFor();
}

const grace = telegramPeople[1]?.id ?? 0;

describe('a page that Telegram opens', () => {
  const openBy = async (way: 'login-url' | 'mini-app', id: number) => {
    const url = encodeURIComponent(act.page.url());
    await act.page.goto('about:blank');
    await act.page.goto(`${fixture.harness.sandboxUrl}/telegram/${way}?id=${id}&url=${url}`);
  };

  const logOut = () => act.page.evaluate(() => window.host.latchkey.logout());

  it('[ROUTE-05] [TELE-01] [TELE-12] [MODAL-09] a page logs in a user who came by a button in a Telegram chat, without a placeholder, but no user whom Telegram sends if the operator turned that off', async () => {
    const gate = createGate();
    const appId = await createApp(fixture.harness, telegram);
    await open({ appId });
    await isReady();
    const { href } = new URL(act.page.url());
    await act.page.route('**/api/v1/apps/*', (route) => gate.passed.then(() => route.continue()));
    await openBy('login-url', grace);
    await act.page.locator('#state', { hasText: 'starting' }).waitFor();
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    gate.open();
    await heading('Successfully connected with Telegram').waitFor();
    await gone();
    expect(act.page.url()).toBe(href);
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();

    await logOut();
    const config = { ...telegram.telegram_auth_config, seamless_auth_enabled: false };
    await changeApp(fixture.harness, appId, { telegram_auth_config: config });
    await openBy('mini-app', telegramPeople[2]?.id ?? 0);
    await isReady();
    await act.page.locator('#state', { hasText: 'ready, logged out, modal closed' }).waitFor();
  });

  it('[ROUTE-06] [TELE-11] [TELE-12] a page logs in the user of a Telegram mini app, again after a reload, and confirms an old login once Telegram has reopened the app', async () => {
    const email = newEmail();
    await open();
    await openBy('mini-app', grace);
    await heading('Successfully connected with Telegram').waitFor();
    await gone();
    await logOut();
    await act.page.reload();
    await heading('Successfully connected with Telegram').waitFor();
    await gone();

    await fixture.harness.service.advance(601_000);
    await confirmToLink(email);
    await heading('Reopen this app').waitFor();
    expect(await act.page.locator('dialog .entries button').count()).toBe(0);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await screenshot(act.page, 'telegram-reopen');
    await act.page.locator('dialog .page-end button').click();
    await gone();

    await openBy('mini-app', grace);
    await confirmToLink(email);
    await act.screen('LINK_EMAIL_SCREEN').waitFor();
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    expect(await fixture.harness.inbox.nextCode(email)).toMatch(/^\d{6}$/);
  });

  /** Starts to link an email address, and chooses Telegram to confirm the old login. */
  async function confirmToLink(email: string): Promise<void> {
    await act.page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
    await act.page.evaluate(() => window.host.accounts.linkEmail());
    await act.page.locator('input[type=email]').fill(email);
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    await button('Telegram').click();
  }
});

describe('a host with its own buttons for Telegram', () => {
  const told = (line: string) => waitInPage(act.page, (awaited) => window.told.includes(awaited), line);

  it('[ERR-28] [LINK-11] [TELE-11] a host’s own button logs in even before Telegram’s script has loaded, links Telegram at the second try and unlinks it, on a phone', async () => {
    const gate = createGate();
    const prepare = (page: Page) =>
      page.route(`**${telegramScriptPath}`, (route) => gate.passed.then(() => route.continue()));
    const appId = await createApp(fixture.harness, telegram);
    await open({ appId, prepare, logins: true, screen: 'phone' });
    await isReady();
    await logInAtSecondTry(gate);
    await act.page.evaluate(() => window.host.latchkey.logout());

    await act.enterByCode(newEmail());
    await act.page.evaluate(() => void window.told.splice(0));
    await answer('Cancel', () => act.page.evaluate(() => window.host.accounts.linkTelegram()));
    await heading('Authentication failed').waitFor();
    await text('Telegram auth failed or was canceled by the client').waitFor();
    await answer('Grace', () => button('Retry').click());
    await gone();
    await expect.poll(() => act.told()).toEqual(['linked telegram telegram']);
    await act.page.evaluate((id) => window.host.latchkey.unlinkTelegram(id), String(grace));
    const types = await act.page.evaluate(() =>
      window.host.latchkey.user?.linkedAccounts.map(({ type }) => type),
    );
    expect(types).toEqual(['email']);
  });

  /**
   * Presses the host's button before the script has loaded, cancels, and then logs in. The host is called back for
   * both.
   */
  async function logInAtSecondTry(gate: { open(): void }): Promise<void> {
    const press = () => act.page.evaluate(() => void window.logins.telegram.login().catch(() => undefined));
    await answer('Cancel', async () => {
      await press();
      await told('telegram is loading');
      gate.open();
    });
    await told('telegram is error');
    await answer('Ada Lovelace', press);
    await told('telegram is done');
    expect((await act.told()).filter((line) => line.startsWith('telegram'))).toEqual([
      'telegram is initial',
      'telegram is loading',
      'telegram error unknown_auth_error',
      'telegram is error',
      'telegram is loading',
      'telegram complete new',
      'telegram is done',
    ]);
    await expect
      .poll(() => act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts))
      .toMatchObject([{ type: 'telegram', telegramUserId: '700000001' }]);
  }
});
