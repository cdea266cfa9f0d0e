import { crossAppProviderOf } from '@latchkey/wire';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, waitInPage } from '../harness/index.ts';
import { createGate, type FixtureOptions, newEmail, shareFixture } from './fixture.ts';
import { answerIn, logInAt } from './hostedPageObject.ts';

const harbour = 'latchkey-rig-harbour-0001';
const name = crossAppProviderOf(harbour);
const logo = 'https://harbour.example/logo.svg';
const { fixture, act, open } = shareFixture({
  app: { cross_app_auth: true },
  moreApps: [
    {
      id: harbour,
      name: 'Harbour',
      logo_url: logo,
      cross_app_auth: false,
      cross_app_requesters: [{ app_id: 'latchkey-rig-app-00000001', read_only: false }],
    },
  ],
});
let token: string;
beforeAll(async () => {
  token = await logInAt(fixture.harness, harbour, newEmail());
});

const screen = () => act.screen('CROSS_APP_AUTH_SCREEN');
const button = (label: string) => act.page.getByRole('button', { name: label, exact: true });
const title = () => screen().locator('.status-words h2').textContent();
const detail = () => screen().locator('.status-words p').textContent();
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const account = () =>
  act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts.find(({ type }) => type === 'cross_app'));

/** Opens the host page. The test serves the other app's pages. */
async function visit(options: FixtureOptions = {}): Promise<void> {
  await open({
    config: { loginMethodsAndOrder: { primary: ['email', name] } },
    ...options,
    async prepare(page) {
      await page
        .context()
        .route('**/cross-app/connect?**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>Harbour</title>' }),
        );
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>';
      await page.route(logo, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }));
      await options.prepare?.(page);
    },
  });
}

async function openWindow(press: () => Promise<unknown>): Promise<Page> {
  const [popup] = await Promise.all([act.page.waitForEvent('popup'), press()]);
  return popup;
}
const answer = (popup: Page, allow: boolean) => answerIn(fixture.harness, popup, { allow, token });

/** Runs a step, and waits for the success message. It shows only briefly, so the wait begins before the step. */
async function succeeds(step: () => Promise<unknown>): Promise<void> {
  const shown = waitInPage(act.page, () => {
    const text = document.querySelector('latchkey-modal')?.shadowRoot?.textContent ?? '';
    return text.includes('Successfully connected with Harbour') && text.includes("You're good to go!");
  });
  await Promise.all([shown, step()]);
}

/** Calls a hook, whose outcome is stored in the page as `settled`. */
async function begin(hook: 'linkCrossAppAccount' | 'loginWithCrossAppAccount'): Promise<void> {
  await act.page.evaluate(
    ([called, appId]) => {
      Object.assign(window, { settled: null });
      window.crossApp[called]({ appId }).then(
        (user) => Object.assign(window, { settled: user.id }),
        ({ code, message }) => Object.assign(window, { settled: `${code}: ${message}` }),
      );
    },
    [hook, harbour] as const,
  );
}
const settled = () => act.page.evaluate(() => (window as unknown as { settled: string | null }).settled);

describe('a login through another app', () => {
  it('[XAPP-21] [XAPP-03] a login through another app shows whose window is open, why it failed, with Retry, and that it succeeded', async () => {
    await visit();
    await act.openLanding();
    const row = button('Harbour');
    await row.waitFor();
    expect(await row.locator('img').getAttribute('src')).toBe(logo);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
    const declined = await openWindow(() => row.click());
    await screen().waitFor();
    await expect.poll(title).toBe('Connecting to Harbour');
    expect(await detail()).toBe('Continue in the window from Harbour.');
    expect(await screen().locator('.status > img').getAttribute('src')).toBe(logo);
    expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);

    await answer(declined, false);
    await expect.poll(title).toBe('Authentication failed');
    expect(await detail()).toBe('You declined.');
    expect(await screen().locator('.page-end .button').allTextContents()).toEqual([
      'Retry',
      'Try another method',
    ]);
    const closed = await openWindow(() => button('Retry').click());
    await closed.waitForURL('**/cross-app/connect?**');
    await closed.close();
    await expect.poll(detail).toBe('The window was closed.');
    const popup = await openWindow(() => button('Retry').click());
    await succeeds(() => answer(popup, true));
    await gone();
    await expect.poll(() => act.told()).toEqual([`complete ${name} new`]);
    expect(await account()).toMatchObject({ type: 'cross_app', providerApp: { id: harbour } });

    // An old login is confirmed through the other app in the same way.
    await fixture.harness.service.advance(601_000);
    await act.page.evaluate(() => window.host.accounts.linkEmail());
    await act.page.locator('input[type=email]').fill(newEmail());
    await act.page.keyboard.press('Enter');
    await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
    const confirming = await openWindow(() => button('Harbour').click());
    await answer(confirming, true);
    await act.screen('LINK_EMAIL_SCREEN').waitFor();
    await act.page.locator('.field-submit:enabled').click();
    await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  });

  it('[MODAL-09] a login through another app shows its screen before the configuration has loaded, without the placeholder', async () => {
    const gate = createGate();
    let isHeld = true;
    await visit({
      prepare: (page) =>
        page.route('**/api/v1/apps/*', async (route) => {
          if (isHeld) await gate.passed;
          await route.continue();
        }),
    });
    await act.page.locator('#state').waitFor();
    const popup = await openWindow(() => begin('loginWithCrossAppAccount'));
    await screen().waitFor();
    expect(await act.page.locator('.shell[data-screen=LOADING]').count()).toBe(0);
    isHeld = false;
    gate.open();
    await succeeds(() => answer(popup, true));
    await gone();
    await expect.poll(settled).toMatch(/^did:/);
    // A user who is logged in cannot log in through another app.
    await begin('loginWithCrossAppAccount');
    await expect
      .poll(settled)
      .toBe(
        'unknown_auth_error: Attempted to log in, but user is already logged in. Use a `link` helper instead.',
      );
    expect(act.page.context().pages()).toHaveLength(1);
  });
});

it('an account of another app is linked once; if the browser blocked the window, another press opens it', async () => {
  await visit();
  await act.page.locator('#state').filter({ hasText: 'ready, logged out' }).waitFor();
  await begin('linkCrossAppAccount');
  await expect.poll(settled).toMatch(/^must_be_authenticated/);
  await act.logIn(newEmail());
  await gone();
  await act.page.evaluate(() => {
    const { open } = window;
    Object.assign(window, { open: () => null, giveBack: () => Object.assign(window, { open }) });
  });
  await begin('linkCrossAppAccount');
  await screen().waitFor();
  await expect.poll(title).toBe('Continue with Harbour');
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  await button('Open Harbour').click();
  await expect
    .poll(detail)
    .toBe('Your browser blocked the window. Allow pop-ups for this page, then try again.');
  await act.page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack());
  token = await logInAt(fixture.harness, harbour, newEmail()); // This user has no account in the harness's app yet.
  const popup = await openWindow(() => button('Retry').click());
  await succeeds(() => answer(popup, true));
  await gone();
  await expect.poll(settled).toMatch(/^did:/);
  expect((await act.told()).at(-1)).toBe(`linked ${name} cross_app`);

  await begin('linkCrossAppAccount');
  await expect.poll(settled).toMatch(/^cannot_link_more_of_type/);
  expect(act.page.context().pages()).toHaveLength(1);
  // A request for a wallet of no linked account is refused, and opens no window.
  const refused = await act.page.evaluate(() =>
    window.crossApp
      .signMessage('Hello', { address: '0x52908400098527886E0F7030069857D2E4169EE7' })
      .catch(({ code }) => code),
  );
  expect(refused).toBe('wallet_not_linked');
  expect(act.page.context().pages()).toHaveLength(1);
  const { subject } = (await account()) as { subject: string };
  await act.page.evaluate((given) => window.crossApp.unlinkCrossAppAccount({ subject: given }), subject);
  expect(await account()).toBeUndefined();
});
