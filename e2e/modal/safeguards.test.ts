import { emailRoutes, smsRoutes } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { signIn } from '../harness/signIn.ts';
import { newEmail, newNumber, shareFixture } from './fixture.ts';

const { fixture, act, open } = shareFixture({ app: { sms_auth: true } });
const dayMs = 24 * 60 * 60_000;

const button = (name: string | RegExp) => act.page.getByRole('button', { name, exact: true });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const isLoggedIn = () => act.page.evaluate(() => window.host.latchkey.authenticated);

async function enter(email: string): Promise<void> {
  await act.enterByCode(email);
  await act.page.getByText(', logged in,').waitFor();
}
async function signInElsewhere(email: string): Promise<string> {
  return (await signIn(fixture.harness, email)).token;
}

/** Calls the service as an attacker with a stolen token would. */
async function callAsThief(token: string, path: string, body: object): Promise<{ code?: string }> {
  const response = await fetch(`${fixture.harness.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'privy-app-id': fixture.harness.appId,
      origin: fixture.harness.host.origin,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code?: string };
}

/** Replaces the owner's email address with one of the attacker's, who has the token of a fresh session. */
async function takeOver(token: string, email: string): Promise<string> {
  const theirs = newEmail();
  await callAsThief(token, emailRoutes.sendCode.path, { email: theirs });
  const code = await fixture.harness.inbox.nextCode(theirs);
  const body = { oldAddress: email, newAddress: theirs, code };
  expect(await callAsThief(token, emailRoutes.update.path, body)).not.toHaveProperty('code');
  return theirs;
}

async function linkIn(email: string): Promise<URL> {
  const findLink = async () =>
    (await fixture.harness.inbox.list(email)).flatMap(
      ({ text }) => /https?:\S+latchkey_undo=\S+/.exec(text)?.[0] ?? [],
    );
  await expect.poll(async () => (await findLink()).length).toBeGreaterThan(0);
  return new URL((await findLink())[0] ?? '');
}

it('the owner undoes a takeover with the link in the email: the attacker is logged out, and the account is on hold for a day only', async () => {
  const email = newEmail();
  const stolen = await signInElsewhere(email);
  await takeOver(stolen, email);
  const link = await linkIn(email);
  expect(link.origin).toBe(fixture.harness.host.origin);

  await open();
  const { pathname } = new URL(act.page.url());
  await act.page.goto(`${link.origin}${pathname}${link.search}`);
  await act.screen('UNDO_CHANGE_SCREEN').waitFor();
  expect(act.page.url()).not.toContain('latchkey_undo');
  await act.page.getByText(/was removed from your account on/).waitFor();
  await fixture.harness.service.advance(30_000);
  await button('Send code').click();
  const field = act.page.locator('input[name=code]');
  await field.fill('000000');
  await act.page.getByText('Invalid or expired verification code').waitFor();
  await field.fill(await fixture.harness.inbox.nextCode(email));
  await act.screen('UNDO_DONE_SCREEN').waitFor();
  await button('Done').click();
  await gone();

  const other = newNumber();
  const asked = await callAsThief(stolen, smsRoutes.sendCode.path, { phoneNumber: other });
  expect(asked).toEqual({ success: true }); // Without a session, the service sends only a code for a login.
  const linked = await callAsThief(stolen, smsRoutes.link.path, { phoneNumber: other, code: '000000' });
  expect(linked.code).toBe('missing_or_invalid_token');

  await fixture.harness.service.advance(30_000);
  await enter(email);
  expect(await act.page.evaluate(() => window.host.latchkey.user?.email?.address)).toBe(email);
  await act.page.evaluate(() => window.host.accounts.linkPhone());
  await act.screen('LINK_PHONE_SCREEN').waitFor();
  await act.page.locator('select[aria-label=Country]:enabled').waitFor();
  await act.page.locator('input[type=tel]').fill(newNumber());
  await act.page.locator('.field-submit:enabled').click();
  await act.page.getByText('Your account is on hold').waitFor();
  await button('Close').last().click();
  await gone();
  expect(await act.told()).toContain('link sms account_on_hold');

  await fixture.harness.service.advance(dayMs);
  const later = await signInElsewhere(email);
  const number = newNumber();
  await callAsThief(later, smsRoutes.sendCode.path, { phoneNumber: number });
  const body = { phoneNumber: number, code: await fixture.harness.inbox.nextCode(number) };
  expect(await callAsThief(later, smsRoutes.link.path, body)).not.toHaveProperty('code');
});

it('the modal says that a used or made-up link can no longer undo a change; a host without our screens gets the link’s reference', async () => {
  const email = newEmail();
  await takeOver(await signInElsewhere(email), email);
  const link = await linkIn(email);
  await open({ config: { headless: true } });
  const { pathname } = new URL(act.page.url());
  await act.page.goto(`${link.origin}${pathname}${link.search}`);
  await act.page.locator('html[data-ready=true]').waitFor();
  const reference = await act.page.evaluate(() => window.host.undo.takeReference());
  expect(reference).toBe(link.searchParams.get('latchkey_undo'));
  expect(await act.page.evaluate(() => window.host.undo.takeReference())).toBeNull();
  expect(await act.page.locator('latchkey-modal').count()).toBe(0);
  const found = await act.page.evaluate((given) => window.host.undo.find(given ?? ''), reference);
  expect(found).toMatchObject({ type: 'email' });
  await fixture.harness.service.advance(30_000);
  await act.page.evaluate((given) => window.host.undo.sendCode(given ?? ''), reference);
  const code = await fixture.harness.inbox.nextCode(email);
  await act.page.evaluate((given) => window.host.undo.undo(given), { reference: reference ?? '', code });

  await open();
  for (const made of [link.search, '?latchkey_undo=made-up']) {
    const page = new URL(act.page.url());
    await act.page.goto(`${page.origin}${page.pathname}${made}`);
    await act.page.getByText('This can no longer be undone').waitFor();
    await button('Done').click();
    await gone();
  }
});

it('the screen of sessions shows where a user is logged in, and logs out one browser and then all others', async () => {
  const email = newEmail();
  const tokens: string[] = [];
  for (let browser = 0; browser < 3; browser += 1) {
    tokens.push(await signInElsewhere(email));
    await fixture.harness.service.advance(30_000);
  }
  await open();
  await enter(email);
  await act.page.evaluate(() => window.showDevices());
  await expect.poll(() => act.page.evaluate(() => window.sessions?.sessions?.length)).toBe(4);
  await act.page.evaluate(() => void window.sessions.manage());
  await act.screen('SESSIONS_SCREEN').waitFor();
  const rows = act.page.locator('.document');
  await expect.poll(() => rows.count()).toBe(4);
  await act.page.getByText('This browser').waitFor();
  await act.page.getByText('Chrome on Linux').first().waitFor();
  await button(/^Log out:/)
    .first()
    .click();
  await button(/^Yes, log out:/).click();
  await expect.poll(() => rows.count()).toBe(3);

  // The login is old now, so the user must confirm it first.
  await fixture.harness.service.advance(10 * 60_000 + 1);
  await button('Log out everywhere else').click();
  await button('Yes, log out everywhere else').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await button(new RegExp(email)).click();
  await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(email));
  await act.screen('SESSIONS_SCREEN').waitFor();
  await button('Log out everywhere else').click();
  await button('Yes, log out everywhere else').click();
  await expect.poll(() => rows.count()).toBe(1);
  await act.page.keyboard.press('Escape');
  await gone();
  await expect.poll(() => act.page.evaluate(() => window.sessions.sessions?.length)).toBe(1);
  expect(await isLoggedIn()).toBe(true);
  for (const token of tokens) {
    const refused = await callAsThief(token, '/api/v1/users/me/sessions/end_others', {});
    expect(refused.code).toBe('missing_or_invalid_token');
  }
});
