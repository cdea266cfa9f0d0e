import { type ErrorCode, errorTable } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { findBarriers } from '../harness/index.ts';
import { changeApp, createApp, type FixtureOptions, newEmail, newNumber, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture();

const button = (name: string) => act.page.getByRole('button', { name, exact: true });

async function read(screen: string): Promise<(string | null)[]> {
  await act.screen(screen).waitFor();
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  return [
    await act.dialog.locator('h2').textContent(),
    await act.dialog.locator('.status-words p').textContent(),
    ...(await act.dialog.locator('.page-end .button').allTextContents()),
  ];
}

/** Requests a code on a fresh page. */
async function request(options?: FixtureOptions): Promise<void> {
  await open(options);
  await act.openLanding();
  await act.page.locator('input[type=email]').fill(newEmail());
  await act.page.keyboard.press('Enter');
}

const sharedHeaders = () => ({
  'access-control-allow-origin': fixture.harness.host.origin,
  'access-control-allow-credentials': 'true',
  'content-type': 'application/json',
});

/** Answers the requests to a path with an error of the table. */
async function refuse(
  path: string,
  code: ErrorCode,
  error: string = errorTable[code].message,
): Promise<void> {
  await act.page.route(path, (route) =>
    route.fulfill({
      status: errorTable[code].status ?? 500,
      headers: sharedHeaders(),
      body: JSON.stringify({ error, code }),
    }),
  );
}

describe('a user who is not on the allowlist', () => {
  it('[ERR-05] [ERR-06] a user who is not on the allowlist is told so, and can try another account', {
    tags: 'story',
  }, async () => {
    await request({ appId: await createApp(fixture.harness, { allowlist_enabled: true }) });
    expect(await read('ALLOWLIST_REJECTION_SCREEN')).toEqual([
      "You don't have access to this app",
      'Have you been invited?',
      'Try another account',
    ]);
    await button('Try another account').click();
    await act.screen('LANDING').waitFor();
    await expect.poll(() => act.page.locator('input[type=email]').inputValue()).toBe('');
  });

  it("[ERR-05] [ERR-06] a user who is not on the allowlist sees the operator's texts as text, and can follow the operator's link", async () => {
    const appId = await createApp(fixture.harness, {
      allowlist_enabled: true,
      allowlist_config: {
        error_title: '<b>Members</b> only',
        error_detail: '<img src=x onerror="window.told.push(\'pwned\')">',
        cta_text: 'Join the "club"',
        cta_link: `${fixture.harness.host.origin}/join`,
      },
    });
    fixture.harness.host.setFile('/join', { type: 'text/html', content: '<title>Join</title>' });
    await request({ appId });
    expect(await read('ALLOWLIST_REJECTION_SCREEN')).toEqual([
      '<b>Members</b> only',
      '<img src=x onerror="window.told.push(\'pwned\')">',
      'Join the "club"',
    ]);
    expect(await act.told()).toEqual([]);
    expect(await act.dialog.locator('img, b').count()).toBe(0);
    await act.page.getByRole('link', { name: 'Join the "club"' }).click();
    await act.page.waitForURL('**/join');
  });
});

it('[ERR-18] [ERR-19] a new user sees the limit screen if the app is full, and the not-found screen if the host allows no sign-up; both lead back to the landing', async () => {
  await open({ appId: await createApp(fixture.harness, { max_users: 0 }) });
  await act.openLanding();
  const email = newEmail();
  await act.sendCode(email);
  await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
  await act.screen('USER_LIMIT_REACHED_SCREEN').waitFor();
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  await expect.poll(() => act.page.locator('#state').textContent()).toContain('logged out');
  await act.dialog.locator('.page-end button').click();
  await act.screen('LANDING').waitFor();

  await act.visit();
  await act.page.locator('html[data-ready=true]').waitFor();
  await act.page.evaluate(() => window.host.latchkey.login({ disableSignup: true }));
  await act.screen('LANDING').waitFor();
  const stranger = newEmail();
  const sent = act.page.waitForRequest('**/passwordless/authenticate');
  await act.sendCode(stranger);
  await act.page.keyboard.type(await fixture.harness.inbox.nextCode(stranger));
  expect((await sent).postDataJSON()).toMatchObject({ mode: 'no-signup' });
  await act.screen('ACCOUNT_NOT_FOUND_SCREEN').waitFor();
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  await expect.poll(() => act.page.locator('#state').textContent()).toContain('logged out');
  await act.dialog.locator('.page-end button').click();
  await act.screen('LANDING').waitFor();
});

it('[ERR-04] [ERR-13] [ERR-21] [ERR-24] [ERR-27] the modal says that a code could not be verified, offers Try again and Cancel if a login fails without a reason, and has texts for a login method that is off and a message that Twilio refuses', async () => {
  const appId = await createApp(fixture.harness, { sms_auth: true });
  await open({ appId });
  await act.openLanding();
  await act.sendCode(newEmail());
  await refuse('**/passwordless/authenticate', 'internal_error', 'deadlock detected');
  await act.page.keyboard.type('123456');
  await act.page.getByText('Issue verifying code', { exact: true }).waitFor();
  expect(await act.page.getByText('deadlock').count()).toBe(0);
  // The service accepts the code but returns no user.
  await act.page.route('**/passwordless/authenticate', (route) =>
    route.fulfill({ status: 200, headers: sharedHeaders(), body: '{}' }),
  );
  await act.page.keyboard.type('123456');
  expect(await read('LOGIN_FAILED_SCREEN')).toEqual([
    'Login failed',
    'Unknown error occurred.',
    'Try again',
    'Cancel',
  ]);
  await button('Try again').click();
  await act.screen('LANDING').waitFor();
  await act.sendCode(newEmail());
  await act.page.keyboard.type('123456');
  await act.screen('LOGIN_FAILED_SCREEN').waitFor();
  await button('Cancel').click();
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(() => act.told()).toEqual(['error exited_auth_flow']);

  await act.openLanding();
  await changeApp(fixture.harness, appId, { email_auth: false });
  await act.page.locator('input[type=email]').fill(newEmail());
  await act.page.keyboard.press('Enter');
  expect(await read('ERROR_SCREEN')).toEqual([
    'Not allowed',
    'This login method is not allowed',
    'Try another method',
  ]);
  await button('Try another method').click();
  await refuse('**/passwordless_sms/init', 'twilio_verification_failed', 'Carrier 30007 filtered it');
  await button('Continue with SMS').click();
  await act.page.locator('input[type=tel]').fill(newNumber());
  await act.page.getByRole('button', { name: 'Submit', disabled: false }).click();
  expect(await read('ERROR_SCREEN')).toEqual([
    'Something went wrong',
    'Carrier 30007 filtered it',
    'Try again',
  ]);
});
