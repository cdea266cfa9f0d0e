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
} from '../rig/index.ts';
import {
  changeApp,
  createApp,
  createGate,
  newEmail,
  type StageOptions,
  shareStage,
  walletsOnLogin,
} from './stage.ts';

const telegram = {
  telegram_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: true,
    seamless_auth_enabled: true,
  },
};
const { stage, act, open } = shareStage({ app: telegram });

const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const text = (words: string) => act.page.getByText(words, { exact: true });
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const row = () => act.dialog.getByRole('button', { name: /^Telegram/ });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const isReady = () => act.page.locator('html[data-ready=true]').waitFor();

/** Presses what opens Telegram's popup, and a button in it. */
async function answer(name: string, press: () => Promise<void> = () => row().click()): Promise<void> {
  const [popup] = await Promise.all([act.page.waitForEvent('popup'), press()]);
  await pressAndClose(popup.getByRole('button', { name, exact: true }));
}

/** Holds the login back at the service until the gate is opened. */
async function openHeld(options: StageOptions = {}) {
  const gate = createGate();
  const prepare = (page: Page) =>
    page.route(`**${telegramRoutes.authenticate.path}`, (route) => gate.passed.then(() => route.continue()));
  await open({ ...options, prepare });
  await act.openLanding();
  return gate;
}

describe('the landing’s Telegram', () => {
  it('[TELE-01] [TELE-02] [TELE-08] asks in a popup, verifies, and closes 1.4 s after success', {
    tags: 'story',
  }, async () => {
    const gate = await openHeld({ clock: true });
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

  it('[TELE-03] says what failed, and asks anew on Retry, on a phone', async () => {
    await open({ screen: 'phone' });
    await act.openLanding();
    await answer('Wrong signature');
    await heading('Authentication failed').waitFor();
    await text('This Telegram login has expired or was already used.').waitFor();
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await screenshot(act.page, 'telegram-failed');
    await answer('Grace', () => button('Retry').click());
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete telegram new']);
  });

  it('[TELE-03] offers no other try where none can succeed', async () => {
    const appId = await createApp(stage.rig, telegram);
    await open({ appId });
    await act.openLanding();
    await changeApp(stage.rig, appId, { telegram_auth: false, email_auth: true });
    await answer('Ada Lovelace');
    await heading('Authentication failed').waitFor();
    await text('Login with Telegram is not allowed.').waitFor();
    expect(await button('Retry').count()).toBe(0);
  });

  it('[TELE-05] [TELE-09] logs a start that fails and can be pressed again, on a page with a strict policy', async () => {
    const logged: string[] = [];
    const { 'content-security-policy': strict = '' } = strictPolicy(stage.rig.url);
    const policy = {
      'content-security-policy': strict.replace("script-src 'self'", `script-src 'self' ${stage.rig.url}`),
    };
    await open({
      headers: policy,
      prepare: async (page) => {
        page.on('console', (message) => void logged.push(message.text()));
      },
    });
    await act.openLanding();
    const script = act.page.locator(`script[src='${stage.rig.url}/js/telegram-login.js']`);
    await script.waitFor({ state: 'attached' });
    await answer('Cancel');
    await expect.poll(() => logged.join()).toContain('Telegram auth failed or was canceled by the client');
    await row().and(act.page.locator(':enabled')).waitFor();
    expect(await act.screen('LANDING').count()).toBe(1);
    // Anyone who closes the window has answered as well.
    logged.length = 0;
    const [popup] = await Promise.all([act.page.waitForEvent('popup'), row().click()]);
    await popup.close();
    await expect.poll(() => logged.join()).toContain('Telegram auth failed or was canceled by the client');
    await row().and(act.page.locator(':enabled')).waitFor();
  });

  it('[TELE-04] sends whom the app does not admit to the screen for it', async () => {
    const appId = await createApp(stage.rig, { ...telegram, allowlist_enabled: true });
    await open({ appId });
    await act.openLanding();
    await answer('Ada Lovelace');
    await act.screen('ALLOWLIST_REJECTION_SCREEN').waitFor();
    const full = await createApp(stage.rig, { ...telegram, max_users: 0 });
    await act.close();
    await open({ appId: full });
    await act.openLanding();
    await answer('Ada Lovelace');
    await act.screen('USER_LIMIT_REACHED_SCREEN').waitFor();
    await act.close();
    await open({ appId: await createApp(stage.rig, telegram) });
    await isReady();
    await act.page.evaluate(() => window.host.latchkey.login({ disableSignup: true }));
    await answer('Ada Lovelace');
    await act.screen('ACCOUNT_NOT_FOUND_SCREEN').waitFor();
  });

  it('[TELE-06] [TERMS-06] goes to the terms 1.4 s after success', async () => {
    const appId = await createApp(stage.rig, {
      ...telegram,
      require_users_accept_terms: true,
      terms_and_conditions_url: 'https://tidewater.example/terms',
    });
    await nextAfterSuccess(appId, 'AFFIRMATIVE_CONSENT_SCREEN');
  });

  it('[TELE-07] [TERMS-06] makes the wallet 1.4 s after success', async () => {
    const appId = await createApp(stage.rig, { ...telegram, embedded_wallet_config: walletsOnLogin });
    await nextAfterSuccess(appId, 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN');
  });

  it('[CAPT-06] goes through the captcha where none was passed', async () => {
    const gate = createGate();
    const appId = await createApp(stage.rig, { ...telegram, captcha_enabled: true });
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

/** Logs in with the clock stopped and sees which screen follows after 1.4 s, and no sooner. */
async function nextAfterSuccess(appId: string, screen: string): Promise<void> {
  const gate = await openHeld({ appId, clock: true });
  await answer('Ada Lovelace');
  await heading('Verifying connection to Telegram').waitFor();
  await stopClock(act.page);
  gate.open();
  await heading('Successfully connected with Telegram').waitFor();
  await act.page.clock.runFor(1399);
  expect(await act.screen(screen).count()).toBe(0);
  await act.page.clock.runFor(1);
  await act.screen(screen).waitFor();
}

describe('a page that Telegram opens', () => {
  const openBy = async (way: 'login-url' | 'mini-app', id: number) => {
    const url = encodeURIComponent(act.page.url());
    await act.page.goto('about:blank');
    await act.page.goto(`${stage.rig.sandboxUrl}/telegram/${way}?id=${id}&url=${url}`);
  };

  it('[ROUTE-05] [TELE-01] [MODAL-09] logs in by itself whom a button of a chat brought, without a placeholder', async () => {
    const gate = createGate();
    await open();
    await isReady();
    const { href } = new URL(act.page.url());
    await act.page.route('**/api/v1/apps/*', (route) => gate.passed.then(() => route.continue()));
    await openBy('login-url', telegramPeople[1]?.id ?? 0);
    await act.page.locator('#state', { hasText: 'starting' }).waitFor();
    expect(await act.page.locator('latchkey-modal').count()).toBe(0);
    gate.open();
    await heading('Successfully connected with Telegram').waitFor();
    await gone();
    expect(act.page.url()).toBe(href);
    await act.page.locator('#state', { hasText: 'logged in' }).waitFor();
  });

  it('[ROUTE-06] [TELE-12] logs in the person of a mini app, again after a reload, and not where that is off', async () => {
    await open();
    await openBy('mini-app', telegramPeople[2]?.id ?? 0);
    await heading('Successfully connected with Telegram').waitFor();
    await gone();
    await act.page.evaluate(() => window.host.latchkey.logout());
    await act.page.reload();
    await heading('Successfully connected with Telegram').waitFor();
    await act.close();
    const config = { ...telegram.telegram_auth_config, seamless_auth_enabled: false };
    await open({ appId: await createApp(stage.rig, { ...telegram, telegram_auth_config: config }) });
    await openBy('mini-app', telegramPeople[2]?.id ?? 0);
    await isReady();
    await act.page.locator('#state', { hasText: 'ready, logged out, modal closed' }).waitFor();
  });

  it('[TELE-11] as a mini app confirms an old login once Telegram opened it again, and says so until then', async () => {
    const grace = telegramPeople[1]?.id ?? 0;
    const email = newEmail();
    const wantEmail = async () => {
      await act.page.locator('#state', { hasText: 'logged in, modal closed' }).waitFor();
      await act.page.evaluate(() => window.host.accounts.linkEmail());
      await act.page.locator('input[type=email]').fill(email);
      await act.page.locator('.field-submit:enabled').click();
      await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
      await button('Telegram').click();
    };
    await open();
    await openBy('mini-app', grace);
    await heading('Successfully connected with Telegram').waitFor();
    await gone();
    await stage.rig.service.advance(601_000);
    await wantEmail();
    await heading('Reopen this app').waitFor();
    expect(await act.page.locator('dialog .entries button').count()).toBe(0);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    await screenshot(act.page, 'telegram-reopen');
    await act.page.locator('dialog .page-end button').click();
    await gone();

    await openBy('mini-app', grace);
    await wantEmail();
    await act.screen('LINK_EMAIL_SCREEN').waitFor();
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
    expect(await stage.rig.inbox.nextCode(email)).toMatch(/^\d{6}$/);
  });
});

it('[ERR-28] logs in with a button of the host’s, pressed before Telegram’s script is there, which hears of a no and of the login', async () => {
  const gate = createGate();
  const prepare = (page: Page) =>
    page.route(`**${telegramScriptPath}`, (route) => gate.passed.then(() => route.continue()));
  await open({ logins: true, prepare });
  await isReady();
  const press = () => act.page.evaluate(() => void window.logins.telegram.login().catch(() => undefined));
  const told = (line: string) => waitInPage(act.page, (awaited) => window.told.includes(awaited), line);
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
    expect.stringMatching(/^telegram complete (?:new|known)$/),
    'telegram is done',
  ]);
  await expect
    .poll(() => act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts))
    .toMatchObject([{ type: 'telegram', telegramUserId: '700000001' }]);
});

it('[LINK-11] [TELE-11] on a phone a signed-in user links Telegram at the second try, and unlinks it', async () => {
  await open({ screen: 'phone', appId: await createApp(stage.rig, telegram) });
  await isReady();
  const email = newEmail();
  await act.page.evaluate((to) => window.host.emailLogin.sendCode({ email: to }), email);
  const code = await stage.rig.inbox.nextCode(email);
  await act.page.evaluate((given) => window.host.emailLogin.loginWithCode({ code: given }), code);
  await act.page.getByText(', logged in,').waitFor();
  await answer('Cancel', () => act.page.evaluate(() => window.host.accounts.linkTelegram()));
  await heading('Authentication failed').waitFor();
  await text('Telegram auth failed or was canceled by the client').waitFor();
  await answer('Ada Lovelace', () => button('Retry').click());
  await gone();
  await expect.poll(() => act.told()).toEqual(['linked telegram telegram']);
  await act.page.evaluate(() => window.host.latchkey.unlinkTelegram('700000001'));
  const types = await act.page.evaluate(() =>
    window.host.latchkey.user?.linkedAccounts.map(({ type }) => type),
  );
  expect(types).toEqual(['email']);
});
