import type { LoginMethodName } from '@latchkey/core';
import { forkRoute } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { stopClock, waitInPage } from '../harness/index.ts';
import { signIn } from '../harness/signIn.ts';
import { createApp, newEmail, shareFixture } from './fixture.ts';

const documents = {
  terms_and_conditions_url: 'https://tidewater.example/terms',
  privacy_policy_url: 'https://tidewater.example/privacy',
};
const { fixture, act, open } = shareFixture({ app: { ...documents, email_auth: true, sms_auth: true } });

const field = () => act.page.locator('input[type=email]');
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const focused = () =>
  act.page.evaluate(() => {
    const element = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement;
    const labels = element instanceof HTMLInputElement ? element.labels : null;
    return element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? null;
  });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

it('[LAND-04] [LAND-19] [LAND-20] on the landing, More options opens the overflow of login methods, and the default view returns with Back and 150 ms after closing', async () => {
  await open({ clock: true, config: { loginMethodsAndOrder: { primary: ['email'], overflow: ['sms'] } } });
  await act.openLanding();
  const rows = () => act.page.locator('.entries > *').evaluateAll((all) => all.map((row) => row.tagName));
  expect(await rows()).toEqual(['FORM', 'BUTTON']);
  expect(await button('Back').count()).toBe(0);
  await button('More options').click();
  await act.page.locator('input[type=tel]').waitFor();
  expect(await rows()).toEqual(['FORM']);
  expect(await field().count()).toBe(0);
  await button('Back').click();
  await field().waitFor();
  expect(await rows()).toEqual(['FORM', 'BUTTON']);
  expect(await button('Back').count()).toBe(0);
  await button('More options').click();
  await button('Back').waitFor();
  await stopClock(act.page);
  await act.page.keyboard.press('Escape');
  await act.page.locator('dialog:not([open])').waitFor({ state: 'attached' });
  const views = () => act.page.locator('latchkey-modal .icon-button[aria-label=Back]').count();
  await act.page.clock.runFor(149);
  expect(await views()).toBe(1);
  await act.page.clock.runFor(1);
  await act.page.locator('latchkey-modal .icon-button[aria-label=Back]').waitFor({ state: 'detached' });
  await act.page.clock.runFor(50);
  await act.page.clock.resume();
  await gone();
  await act.openLanding();
  await field().waitFor();
  expect(await views()).toBe(0);
});

const providers = {
  email_auth: true,
  sms_auth: true,
  google_oauth: true,
  apple_oauth: true,
  discord_oauth: true,
  github_oauth: true,
};

it('[LAND-21] [LAND-22] the landing shows a limited number of login methods, with the others behind an entry, both if the host orders them and if it does not', async () => {
  const four: LoginMethodName[] = ['google', 'apple', 'discord', 'github'];
  const order = (primary: LoginMethodName[], overflow: LoginMethodName[] = []) => ({
    config: { loginMethodsAndOrder: { primary, overflow } },
  });
  const cases = [
    ['five of five', providers, order([...four, 'email']), 'More options', 5, 0],
    ['four of six, the rest behind', providers, order([...four, 'email', 'sms']), 'More options', 4, 2],
    ['four of five, others behind', providers, order([...four, 'email'], ['sms']), 'More options', 4, 2],
    ['four of four', { ...providers, discord_oauth: false, github_oauth: false }, {}, 'Other socials', 4, 0],
    ['three of five, the rest behind', { ...providers, github_oauth: false }, {}, 'Other socials', 3, 2],
  ] as const;
  for (const [place, [what, app, options, more, rows, behind]] of cases.entries()) {
    const seen = { appId: await createApp(fixture.harness, app), ...options };
    await (place === 0 ? open(seen) : act.visit(seen));
    await act.openLanding();
    const all = act.page.locator('.entries > *');
    const entry = button(more);
    expect([await all.count(), await entry.count()], what).toEqual(behind ? [rows + 1, 1] : [rows, 0]);
    if (behind) {
      await entry.click();
      await button('Back').waitFor();
      expect(await all.count(), what).toBe(behind);
    }
  }
});

it('[LAND-23] [LAND-05] the landing offers no passkey if the app has none, and its list of login methods scrolls from a height of 400 px on', async () => {
  await open({
    appId: await createApp(fixture.harness, { email_auth: true, sms_auth: true }),
    config: { intl: { locale: 'de' } },
  });
  await act.openLanding();
  // The default header is in the language of the settings.
  await act.page.getByRole('dialog', { name: 'Anmelden oder registrieren' }).waitFor();
  expect(await act.page.getByRole('button', { name: /passkey/i }).count()).toBe(0);
  const list = act.page.locator('.entries');
  // Adds copies of a button, because the app has too few methods to fill the list.
  await list.evaluate((entries) => {
    for (let more = 0; more < 8; more += 1) entries.append(entries.children[1]?.cloneNode(true) ?? '');
  });
  // Waits until the dialog has its full height.
  await waitInPage(
    act.page,
    () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.shell')?.clientHeight === 620,
  );
  expect((await list.boundingBox())?.height).toBe(400);
  const read = () =>
    list.evaluate((entries) => [entries.scrollTop, entries.scrollHeight > entries.clientHeight]);
  expect(await read()).toEqual([0, true]);
  expect(
    await act.page.locator('.content').evaluate((content) => content.scrollHeight - content.clientHeight),
  ).toBe(0);
  await list.evaluate((entries) => entries.scrollTo(0, 100));
  expect(await read()).toEqual([100, true]);
});

describe('the modal with the keyboard only', () => {
  it('the Tab key goes through the landing in the order in which a screen reader reads it', async () => {
    await open();
    await act.openLanding();
    expect(await act.dialog.ariaSnapshot()).toMatchInlineSnapshot(`
      "- dialog "Log in or sign up":
        - button "Close"
        - heading "Log in or sign up" [level=2]
        - text: Email address
        - textbox "Email address":
          - /placeholder: your@email.example
        - button "Submit" [disabled]
        - alert
        - button "Continue with SMS"
        - paragraph:
          - text: By logging in I agree to the
          - link "Terms":
            - /url: https://tidewater.example/terms
          - text: "&"
          - link "Privacy Policy":
            - /url: https://tidewater.example/privacy
        - paragraph: Protected by Latchkey"
    `);
    const order = [await focused()];
    for (let tab = 0; tab < 3; tab += 1) {
      await act.page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual(['Email address', 'Continue with SMS', 'Terms', 'Privacy Policy']);
    // After the last control, the browser may focus one of its own before it returns to the modal.
    await act.page.keyboard.press('Tab');
    if ((await focused()) === null) await act.page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Close');
    await field().focus();
    await act.page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe('Close');
  });

  it('a user logs in with the keyboard only, and then the focus is back where it was', async () => {
    await open();
    await act.page.locator('html[data-ready=true]').waitFor();
    await act.page.locator('#login').focus();
    await act.page.keyboard.press('Enter');
    await act.page.locator('input[type=email]:focus').waitFor();
    const email = newEmail();
    await act.page.keyboard.type(email);
    await act.page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Submit');
    await act.page.keyboard.press('Enter');
    await act.page.locator('input[name=code]:focus').waitFor();
    await act.page.getByRole('button', { name: /^Resend/ }).waitFor();
    const code = await act.dialog.ariaSnapshot();
    expect(code.replace(email, 'ada@host.example').replace(/in \d+ s/, 'in 30 s')).toMatchInlineSnapshot(`
      "- dialog "Enter your code":
        - button "Back"
        - button "Close"
        - heading "Enter your code" [level=2]
        - paragraph: We sent a six-digit code to ada@host.example
        - textbox "Six-digit code"
        - alert
        - status
        - paragraph:
          - text: Didn't get it?
          - button "Resend code in 30 s" [disabled]
        - paragraph: Protected by Latchkey"
    `);
    await act.page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe('Close');
    await act.page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe('Back');
    await act.page.locator('input[name=code]').focus();
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await gone();
    await expect.poll(() => act.told()).toEqual(['complete email new']);
    await expect.poll(() => act.page.evaluate(() => document.activeElement?.id)).toBe('login');
  });
});

it('[ROUTE-03] a page takes privy_token out of its URL and logs the user in, without a modal', async () => {
  const session = await signIn(fixture.harness, newEmail());
  const forked = await fetch(`${fixture.harness.url}${forkRoute.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'privy-app-id': fixture.harness.appId,
      origin: fixture.harness.host.origin,
      authorization: `Bearer ${session.privyAccessToken}`,
    },
    body: JSON.stringify({ refresh_token: session.refreshToken }),
  });
  const { new_session_refresh_token: token } = (await forked.json()) as { new_session_refresh_token: string };
  await open();
  const page = act.page.url();
  await act.page.goto(`${page}?tide=high&privy_token=${encodeURIComponent(token)}#quay`);
  await act.page.locator('#state', { hasText: 'ready, logged in, modal closed' }).waitFor();
  expect(act.page.url()).toBe(`${page}?tide=high#quay`);
  await expect.poll(() => act.page.evaluate(() => window.host.latchkey.user?.id)).toBe(session.userId);
});

describe('hostile settings', () => {
  const markup =
    '<img src=x onerror="window.told.push(\'pwned\')"><script>window.told.push("pwned")</script>';

  it('the landing shows hostile settings as text, and makes no link of a URL that would run code; missing settings leave a login that works', async () => {
    const appId = await createApp(fixture.harness, { name: markup, email_auth: true });
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000" onload="window.told.push(\'pwned\')"><script>window.told.push("pwned")</script></svg>';
    await open({
      appId,
      config: {
        appearance: {
          landingHeader: markup,
          loginMessage: '<i>High</i> tide &amp; <b onclick=alert(1)>low</b>',
          logo: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
        },
        legal: {
          termsAndConditionsUrl: 'javascript:window.told.push("pwned")',
          privacyPolicyUrl: ' java\nscript:window.told.push("pwned")',
        },
      },
    });
    await act.openLanding();
    await act.page.getByRole('heading', { name: markup, exact: true }).waitFor();
    await act.page.getByText('<i>High</i> tide &amp; <b onclick=alert(1)>low</b>', { exact: true }).waitFor();
    expect(await act.dialog.locator('script, img:not(.logo)').count()).toBe(0);
    // Reads the size in the layout, which a motion of the dialog would not change.
    const sizeOf = (image: HTMLImageElement) => [image.clientWidth, image.clientHeight];
    expect(await act.dialog.locator('img.logo').evaluate(sizeOf)).toEqual([90, 90]);
    expect(await act.dialog.getByRole('link').count()).toBe(0);
    await act.page.getByText('By logging in I agree to the Terms & Privacy Policy').click();
    expect(await act.told()).toEqual([]);

    await act.page.route('**/api/v1/apps/*', async (route) => {
      const { id, name, email_auth } = (await (await route.fetch()).json()) as Record<string, unknown>;
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { id, name, email_auth },
      });
    });
    await act.visit();
    await act.openLanding();
    await act.sendCode(newEmail());
  });

  it('the service refuses an operator’s settings with a URL that would run code or a colour that is not hexadecimal', async () => {
    for (const setting of [
      { terms_and_conditions_url: 'javascript:alert(1)' },
      { logo_url: 'data:text/html,<script>alert(1)</script>' },
      { accent_color: 'red' },
    ]) {
      await expect(createApp(fixture.harness, setting)).rejects.toThrow('invalid_data');
    }
  });
});
