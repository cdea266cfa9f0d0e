import { signWidget, telegramBot, telegramPeople } from '@latchkey/sandbox';
import {
  emailRoutes,
  type FarcasterStatus,
  farcasterChannelHeader,
  farcasterRoutes,
  smsRoutes,
  type TokenReply,
  telegramRoutes,
} from '@latchkey/wire';
import { expect, it } from 'vitest';
import { addAuthenticator, findBarriers, pressAndClose } from '../harness/index.ts';
import { callAsHost } from '../harness/signIn.ts';
import { type FixtureOptions, newEmail, newNumber, shareFixture } from './fixture.ts';

// Accounts of several types are moved from another user, as the operator allows, and confirm an old login.

const { fixture, act, open } = shareFixture({
  app: {
    account_transfer: true,
    sms_auth: true,
    google_oauth: true,
    farcaster_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    telegram_auth: true,
    telegram_auth_config: {
      bot_id: telegramBot.id,
      bot_name: telegramBot.name,
      link_enabled: true,
      seamless_auth_enabled: false,
    },
    // A login counts as recent for less time than an offer to move stays valid.
    sensitive_max_age: 120,
  },
});

type Link = 'linkEmail' | 'linkFarcaster' | 'linkPhone' | 'linkTelegram';

const link = (what: Link) => act.page.evaluate((name) => window.host.accounts[name](), what);
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const heading = (name: string) => act.page.getByRole('heading', { name, exact: true });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const told = (line: string) => expect.poll(() => act.told()).toContain(line);
const types = () =>
  act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts.map(({ type }) => type));
const myId = () => act.page.evaluate(() => window.host.latchkey.user?.id);
const asHost = async <T>(path: string, body: unknown): Promise<T> =>
  (await callAsHost(fixture.harness, path, body)).json() as Promise<T>;
const bodyOf = (to: string) => (to.startsWith('+') ? { phoneNumber: to } : { email: to });

async function enter(to: string): Promise<TokenReply> {
  const routes = to.startsWith('+') ? smsRoutes : emailRoutes;
  await fixture.harness.service.advance(30_000);
  await asHost(routes.sendCode.path, bodyOf(to));
  const code = await fixture.harness.inbox.nextCode(to);
  return asHost(routes.authenticate.path, { ...bodyOf(to), code });
}
async function openAs(to: string, options?: FixtureOptions): Promise<void> {
  await open(options);
  await act.page.locator('html[data-ready=true]').waitFor();
  const login = to.startsWith('+') ? 'smsLogin' : 'emailLogin';
  await act.page.evaluate(
    ([name, recipient]) =>
      name === 'smsLogin'
        ? window.host.smsLogin.sendCode({ phoneNumber: recipient })
        : window.host.emailLogin.sendCode({ email: recipient }),
    [login, to] as const,
  );
  const code = await fixture.harness.inbox.nextCode(to);
  await act.page.evaluate(([name, given]) => window.host[name].loginWithCode({ code: given }), [
    login,
    code,
  ] as const);
  await act.page.getByText(', logged in,').waitFor();
}
async function give(to: string): Promise<void> {
  await fixture.harness.service.advance(30_000);
  if (to.startsWith('+')) await act.page.locator('select[aria-label=Country]:enabled').waitFor();
  await act.page.locator(`input[type=${to.startsWith('+') ? 'tel' : 'email'}]`).fill(to);
  await act.page.locator('.field-submit:enabled').click();
  await giveCode(to);
}
async function giveCode(to: string): Promise<void> {
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  await act.page.locator('input[name=code]').fill(await fixture.harness.inbox.nextCode(to));
}
async function move(title: string, name: string): Promise<void> {
  await act.screen('LINK_CONFLICT_SCREEN').waitFor();
  await heading(title).waitFor();
  await act.page.getByText(name, { exact: true }).waitFor();
  await button('Move to this account').click();
  await heading('Account moved').waitFor();
  await gone();
}

it('[LINK-05] on a phone, another user’s phone number is moved if the user agrees, and nothing is moved if the user cancels', async () => {
  const [email, number] = [newEmail(), newNumber()];
  const owner = await enter(number);
  await openAs(email, { screen: 'phone' });
  const title = 'This phone number is already linked to another account';
  for (const leave of [() => button('Cancel').click(), () => act.page.keyboard.press('Escape')]) {
    await link('linkPhone');
    await give(number);
    await act.screen('LINK_CONFLICT_SCREEN').waitFor();
    await heading(title).waitFor();
    await button('Cancel').and(act.page.locator(':focus')).waitFor();
    await leave();
    await gone();
  }
  await expect.poll(() => act.told()).toEqual(['link sms exited_link_flow', 'link sms exited_link_flow']);
  expect(await types()).toEqual(['email']);

  await link('linkPhone');
  await give(number);
  await act.screen('LINK_CONFLICT_SCREEN').waitFor();
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  await move(title, number);
  expect((await act.told()).at(-1)).toBe('linked sms phone');
  expect(await types()).toEqual(['email', 'phone']);
  const login = await enter(number);
  expect(login.user?.id).toEqual(await myId());
  expect(login.is_new_user).toBe(false);
  expect(owner.user?.id).not.toBe(login.user?.id);
});

it('[LINK-05] another user’s Farcaster and Telegram accounts are moved, but not an email address if the user has meanwhile linked another', async () => {
  const [ada = expect.unreachable()] = telegramPeople;
  const signed = signWidget(ada, { authDate: Math.floor(fixture.harness.service.now() / 1000) - 60 });
  await asHost(telegramRoutes.authenticate.path, { telegram_auth_result: signed });
  await enterFarcaster('linda');
  const [number, email] = [newNumber(), newEmail()];
  await enter(email);
  await openAs(number);

  const [popup] = await Promise.all([act.page.waitForEvent('popup'), link('linkTelegram')]);
  await pressAndClose(popup.getByRole('button', { name: 'Ada Lovelace', exact: true }));
  await move('This Telegram account is already linked', 'ada');
  await told('linked telegram telegram');

  await approveNext('linda', () => link('linkFarcaster'));
  await move('This Farcaster account is already linked', 'linda');
  await told('linked farcaster farcaster');

  await link('linkEmail');
  await give(email);
  await act.screen('LINK_CONFLICT_SCREEN').waitFor();
  const bearer = await act.page.evaluate(() => window.host.latchkey.getAccessToken());
  const other = newEmail();
  await callAsHost(fixture.harness, emailRoutes.sendCode.path, { email: other }, bearer ?? '');
  const body = { email: other, code: await fixture.harness.inbox.nextCode(other) };
  expect((await callAsHost(fixture.harness, emailRoutes.link.path, body, bearer ?? '')).status).toBe(200);
  await button('Move to this account').click();
  await act.screen('ERROR_SCREEN').waitFor();
  await act.page.getByText('User already has an account of type email linked.').waitFor();
  await button('Try again').click();
  await act.screen('LINK_EMAIL_SCREEN').waitFor();
  await act.page.keyboard.press('Escape');
  await told('link email exited_link_flow');
  await gone();
  expect(await types()).toEqual(['phone', 'telegram', 'farcaster']);
});

it('[LINK-05] another user’s Google account is moved, on the page to which Google returns', async () => {
  const email = newEmail();
  await openAs(newNumber());
  const atGoogle = `${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`;
  async function visit(): Promise<void> {
    await act.page.evaluate(() => window.host.accounts.linkOAuth('google'));
    await act.page.waitForURL(atGoogle);
    await act.page.getByPlaceholder('mary').fill('mary-who-moves');
    await button('Allow').click();
    await act.page.waitForURL(`${fixture.harness.host.origin}/**`);
  }
  await visit();
  await told('linked google google_oauth');
  await act.close();
  await openAs(email);
  await visit();
  await move('This Google account is already linked', 'mary-who-moves@people.example');
  await told('linked google google_oauth');
  expect(await types()).toEqual(['email', 'google_oauth']);
});

it('if the login gets old before the user decides to move an account, the user confirms the login, and the offer stays valid', async () => {
  const [email, number] = [newEmail(), newNumber()];
  await enter(number);
  await openAs(email);
  await link('linkPhone');
  await give(number);
  await act.screen('LINK_CONFLICT_SCREEN').waitFor();
  await fixture.harness.service.advance(121_000);
  await button('Move to this account').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await act.page.getByRole('button', { name: email }).click();
  await giveCode(email);
  await move('This phone number is already linked to another account', number);
  expect(await types()).toEqual(['email', 'phone']);
});

/** Starts to link an email address with a login that has become too old. */
async function wantEmail(email: string): Promise<void> {
  await fixture.harness.service.advance(121_000);
  await link('linkEmail');
  await act.page.locator('input[type=email]').fill(email);
  await act.page.locator('.field-submit:enabled').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
}
/** Expects the link screen again, with the email address that the user entered before. */
async function goOn(email: string): Promise<void> {
  await act.screen('LINK_EMAIL_SCREEN').waitFor();
  await expect.poll(() => act.page.locator('input[type=email]').inputValue()).toBe(email);
}
const ways = () => act.page.locator('dialog .entries button').allTextContents();
const inPopup = async (press: () => Promise<unknown>) => {
  const [popup] = await Promise.all([act.page.waitForEvent('popup'), press()]);
  return popup;
};
async function beAtGoogle(person: string): Promise<void> {
  const popup = await inPopup(() => button('Google').click());
  await popup.getByPlaceholder('mary').fill(person);
  await pressAndClose(popup.getByRole('button', { name: 'Allow', exact: true }));
}

it('a user with only a Google account confirms an old login in Google’s popup, and the input is kept', async () => {
  await open({ config: { loginMethodsAndOrder: { primary: ['google'] } } });
  await act.openLanding();
  await button('Google').click();
  await act.page.waitForURL(`${fixture.harness.sandboxUrl}/oauth/accounts.google.com/**`);
  await act.page.getByPlaceholder('mary').fill('grace-alone');
  await button('Allow').click();
  await act.page.waitForURL(`${fixture.harness.host.origin}/**`);
  await told('complete google_oauth new');
  await gone();

  const email = newEmail();
  await wantEmail(email);
  await expect.poll(ways).toEqual(['Google']);
  const closed = await inPopup(() => button('Google').click());
  await closed.close();
  await button('Google').and(act.page.locator(':enabled')).waitFor();
  await beAtGoogle('somebody-else');
  await act.screen('ERROR_SCREEN').waitFor();
  await heading('Something went wrong. Try again.').waitFor();
  await button('Try again').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await beAtGoogle('grace-alone');
  await goOn(email);
  await act.page.locator('.field-submit:enabled').click();
  await giveCode(email);
  await told('linked email email');
});

it('a passkey, Telegram and Farcaster each confirm an old login, and a passkey even as the only account', async () => {
  await open({ prepare: (page) => addAuthenticator(page) });
  await act.page.locator('html[data-ready=true]').waitFor();
  await act.page.evaluate(() => window.host.passkey.signupWithPasskey());
  await act.page.getByText(', logged in,').waitFor();
  const email = newEmail();
  await wantEmail(email);
  await expect.poll(ways).toEqual(['Use a passkey']);
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);
  await button('Use a passkey').click();
  await goOn(email);
  await act.page.keyboard.press('Escape');
  await gone();

  const asked = await inPopup(() => link('linkTelegram'));
  await pressAndClose(asked.getByRole('button', { name: 'Grace', exact: true }));
  await told('linked telegram telegram');
  await gone();
  await wantEmail(email);
  await expect.poll(ways).toEqual(['Use a passkey', 'Telegram']);
  const again = await inPopup(() => button('Telegram').click());
  await pressAndClose(again.getByRole('button', { name: 'Grace', exact: true }));
  await goOn(email);
  await act.page.keyboard.press('Escape');
  await gone();

  await approveNext('frida', () => link('linkFarcaster'));
  await told('linked farcaster farcaster');
  await gone();
  await wantEmail(email);
  await expect.poll(ways).toEqual(['Use a passkey', 'Telegram', 'Farcaster']);
  await button('Farcaster').click();
  await act.page.getByText('Waiting for your approval').waitFor();
  await button('Back').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await approveNext('frida', () => button('Farcaster').click());
  await goOn(email);
});

/** Opens a channel to the Farcaster app with a press, and approves it in the app. */
async function approveNext(username: string, press: () => Promise<unknown>): Promise<void> {
  const opened = act.page.waitForResponse(
    (response) =>
      response.url().endsWith(farcasterRoutes.init.path) && response.request().method() === 'POST',
  );
  await press();
  await approve((await (await opened).json()).connect_uri, username);
}

async function approve(connectUri: string, username: string): Promise<void> {
  const channelToken = new URL(connectUri).searchParams.get('channelToken') ?? '';
  const body = new URLSearchParams({ channelToken, username, answer: 'approve' });
  const page = await fetch(`${fixture.harness.sandboxUrl}/farcaster/app`, { method: 'POST', body });
  expect(page.status).toBe(200);
}

/** Logs a user in from outside the page, with the message that the user's Farcaster app signed. */
async function enterFarcaster(username: string): Promise<void> {
  const { channel_token, connect_uri } = await asHost<{ channel_token: string; connect_uri: string }>(
    farcasterRoutes.init.path,
    {},
  );
  await approve(connect_uri, username);
  const answer = await fetch(`${fixture.harness.url}${farcasterRoutes.status.path}`, {
    headers: {
      'privy-app-id': fixture.harness.appId,
      origin: fixture.harness.host.origin,
      [farcasterChannelHeader]: channel_token,
    },
  });
  const { message, signature, fid } = (await answer.json()) as Extract<
    FarcasterStatus,
    { state: 'completed' }
  >;
  await asHost(farcasterRoutes.authenticate.path, { channel_token, message, signature, fid });
}
