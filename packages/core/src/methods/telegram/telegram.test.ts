import { signWebApp, signWidget, telegramBot } from '@latchkey/sandbox';
import { createTestClient, createTestService, type FrameScript, type TestService } from '@latchkey/testkit';
import { telegramRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet, listWallets } from '../../index.ts';
import {
  confirmWithTelegram,
  initLoginWithTelegram,
  isTelegramMiniApp,
  linkTelegram,
  loginWithTelegram,
  takeTelegramReturn,
  unlinkTelegram,
} from '../../telegram.ts';
import { createScriptedFrame } from '../../wallets/embedded/scriptedFrame.testkit.ts';
import { findRecentLogin } from '../recentLogin.ts';

const app = (number: number, settings: object) => ({
  id: `latchkey-test-app-000000${number}`,
  name: 'Telegram',
  email_auth: true,
  telegram_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: true,
    seamless_auth_enabled: true,
    ...settings,
  },
  allowed_origins: ['http://localhost:3000'],
});
const strict = app(2, { link_enabled: false, seamless_auth_enabled: false });
const withoutBot = { ...app(3, {}), telegram_auth_config: null };

let service: TestService;
beforeAll(async () => {
  service = await createTestService({
    apps: [app(1, {}), strict, withoutBot],
    config: { sharedTelegramToken: telegramBot.token },
  });
});
afterAll(() => service.close());

const nowS = () => Math.floor(service.clock.now() / 1000);
let people = 0;
const newPerson = () => ({ id: 900_000_000 + ++people, first_name: 'Ada', username: `ada${people}` });

/** Opens a page of the app at an address. `answer` returns the result of Telegram's popup. */
async function open({
  appId,
  url,
  frame,
  answer,
}: {
  appId?: string;
  url?: string;
  frame?: FrameScript;
  answer?: () => unknown;
} = {}) {
  const test = createTestClient(service, {
    ...(appId ? { appId } : {}),
    page: { ...(url ? { url } : {}), ...(frame ? { frame } : {}) },
  });
  const asked: unknown[] = [];
  const auth = (options: unknown, callback: (result: unknown) => void) => {
    asked.push(options);
    callback(answer?.());
  };
  if (answer) Object.assign(test.page.window, { Telegram: { Login: { auth } } });
  await test.client.start();
  return { ...test, asked };
}
const toUrl = (data: object) =>
  `http://localhost:3000/home?tab=1&${new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]))}#top`;

test("[TELE-11] loginWithTelegram logs in with the data from Telegram's popup, and remembers the method", async () => {
  const person = newPerson();
  const { client, asked } = await open({ answer: () => signWidget(person, { authDate: nowS() }) });
  const { user, isNewUser } = await loginWithTelegram(client);
  expect(isNewUser).toBe(true);
  expect(user.linkedAccounts).toMatchObject([{ type: 'telegram', telegramUserId: String(person.id) }]);
  expect(client.getState()).toMatchObject({ authenticated: true, user: { id: user.id } });
  expect(asked).toEqual([{ bot_id: telegramBot.id, request_access: 'write', lang: 'en' }]);
  expect(findRecentLogin(client)?.method).toBe('telegram');
});

test('[TELE-08] the user’s wallets are listed after a Telegram login in another browser', async () => {
  const person = newPerson();
  const answer = () => signWidget(person, { authDate: nowS() });
  const wallet = createScriptedFrame(service);
  const owner = await open({ answer, frame: wallet.script });
  await loginWithTelegram(owner.client);
  const { address } = await createWallet(owner.client);
  service.clock.advance(1_000);
  const elsewhere = await open({ answer });
  expect(listWallets(elsewhere.client)).toEqual([]);
  await loginWithTelegram(elsewhere.client);
  expect(listWallets(elsewhere.client)).toMatchObject([{ address }]);
});

test('[TELE-10] a failed start of a Telegram login reports its reason', async () => {
  const reasonOf = (asked: Promise<unknown>) => asked.catch((error: Error) => error.message);
  const missing = await open();
  expect(await reasonOf(initLoginWithTelegram(missing.client))).toBe('Telegram was not initialized');
  const unset = await open({ appId: withoutBot.id, answer: () => false });
  expect(await reasonOf(initLoginWithTelegram(unset.client))).toBe(
    'Telegram Auth configuration is not loaded',
  );
  const denied = await open({ answer: () => false });
  const text = 'Telegram auth failed or was canceled by the client';
  expect(await reasonOf(initLoginWithTelegram(denied.client))).toBe(text);
  expect(await reasonOf(loginWithTelegram(denied.client))).toBe(text);
  expect(denied.sent.some((call) => call.includes('telegram'))).toBe(false);
});

test('[LINK-11] [LINK-13] [LINK-02] a Telegram account is linked and unlinked; a missing user and a second account are refused before the popup', async () => {
  const person = newPerson();
  const { client, asked, logIn, sent } = await open({
    answer: () => signWidget(person, { authDate: nowS() }),
  });
  const before = sent.length;
  await expect(linkTelegram(client)).rejects.toMatchObject({ code: 'must_be_authenticated' });
  expect(asked).toEqual([]);
  expect(sent.length).toEqual(before);
  await logIn('linker@company.example');
  const { user, account } = await linkTelegram(client);
  expect(account).toMatchObject({ type: 'telegram', telegramUserId: String(person.id) });
  expect(user.linkedAccounts).toHaveLength(2);
  await expect(linkTelegram(client)).rejects.toMatchObject({ code: 'cannot_link_more_of_type' });
  expect(asked).toHaveLength(1);
  const left = await unlinkTelegram(client, String(person.id));
  expect(left.linkedAccounts.map(({ type }) => type)).toEqual(['email']);
  expect(sent.slice(-2)).toEqual([`POST ${telegramRoutes.unlink.path}`, 'POST /api/v1/sessions']);
});

test('[TELE-12] linkTelegram opens no popup if the app does not allow linking a Telegram account', async () => {
  const { client, asked, logIn, sent } = await open({
    appId: strict.id,
    answer: () => signWidget(newPerson(), { authDate: nowS() }),
  });
  await logIn('strict@company.example');
  await expect(linkTelegram(client)).rejects.toMatchObject({ code: 'disallowed_login_method' });
  expect(asked).toEqual([]);
  expect(sent.filter((call) => call.includes('telegram'))).toEqual([]);
});

describe('data with which Telegram opens a page', () => {
  test('[ROUTE-05] Telegram data from a login-url button is removed from the address, and logs in', async () => {
    const person = { ...newPerson(), last_name: 'Lovelace', photo_url: 'https://t.me/i/userpic/320/ada.jpg' };
    const signed = signWidget(person, { authDate: nowS() });
    const names = ['id', 'hash', 'auth_date', 'first_name', 'last_name', 'username', 'photo_url'];
    expect(Object.keys(signed).sort()).toEqual(names.sort());
    const { client, page } = await open({ url: toUrl(signed) });
    expect(page.window.location.href).toBe('http://localhost:3000/home?tab=1#top');
    const data = await takeTelegramReturn(client);
    expect(Object.keys(data?.telegram_auth_result ?? {}).sort()).toEqual(names);
    const { user } = await loginWithTelegram(client, data ? { data } : {});
    expect(user.linkedAccounts).toMatchObject([{ type: 'telegram', telegramUserId: String(person.id) }]);
    expect(await takeTelegramReturn(client)).toBeNull();
  });

  test('[ROUTE-06] Telegram data of a mini app stays in the fragment for the host, and logs in', async () => {
    const person = newPerson();
    const tgWebAppData = signWebApp(person, { authDate: nowS() });
    const url = `http://localhost:3000/#${new URLSearchParams({ tgWebAppData, tgWebAppVersion: '8.0' })}`;
    const { client, page } = await open({ url });
    expect(page.window.location.href).toBe(url);
    const data = await takeTelegramReturn(client);
    expect(Object.keys(data?.telegram_web_app_data ?? {}).sort()).toEqual([
      'auth_date',
      'chat_instance',
      'chat_type',
      'hash',
      'query_id',
      'user',
    ]);
    const { user } = await loginWithTelegram(client, data ? { data } : {});
    expect(user.linkedAccounts).toMatchObject([{ type: 'telegram', telegramUserId: String(person.id) }]);
  });

  test("[ROUTE-05] a host's own parameters are not taken for Telegram data, and stay in the address", async () => {
    const hash = 'a'.repeat(64);
    for (const query of ['id=7&hash=short&auth_date=1', `id=7&hash=${hash}`, `hash=${hash}&auth_date=1`]) {
      const url = `http://localhost:3000/?${query}`;
      const { client, page } = await open({ url });
      expect(page.window.location.href).toEqual(url);
      expect(await takeTelegramReturn(client)).toBeNull();
    }
  });

  test('[TELE-12] Telegram data is not returned if the app has seamless login off, or if a user is signed in', async () => {
    const url = toUrl(signWidget(newPerson(), { authDate: nowS() }));
    const off = await open({ appId: strict.id, url });
    expect(await takeTelegramReturn(off.client)).toBeNull();
    const { client, logIn } = await open({ url });
    await logIn('here@company.example');
    expect(await takeTelegramReturn(client)).toBeNull();
  });
});

describe('[TELE-11] the confirmation of an old login', () => {
  const minuteMs = 60_000;
  const openMiniApp = (person: ReturnType<typeof newPerson>) => {
    const tgWebAppData = signWebApp(person, { authDate: nowS() });
    return open({ url: `http://localhost:3000/#${new URLSearchParams({ tgWebAppData })}` });
  };

  test('a Telegram confirmation uses a popup if the page is not a mini app', async () => {
    const person = newPerson();
    const { client, asked } = await open({ answer: () => signWidget(person, { authDate: nowS() }) });
    await loginWithTelegram(client);
    service.clock.advance(minuteMs);
    expect(await confirmWithTelegram(client)).toEqual({ confirmed: true });
    expect(asked.length).toBe(2);
    expect(isTelegramMiniApp(client)).toBe(false);
  });

  test('a Telegram confirmation uses the data that opened a mini app, once; then the mini app must be reopened', async () => {
    const person = newPerson();
    const reopen = {
      code: 'recent_login_required',
      message: 'Reopen this app in Telegram',
      details: { reason: 'reopen_mini_app' },
    };
    const first = await openMiniApp(person);
    const data = await takeTelegramReturn(first.client);
    await loginWithTelegram(first.client, data ? { data } : {});
    // The data was used up by the login.
    await expect(confirmWithTelegram(first.client)).rejects.toMatchObject(reopen);

    // Opened again: the session exists, so the new data is not used for a login.
    service.clock.advance(10 * minuteMs);
    const tgWebAppData = signWebApp(person, { authDate: nowS() });
    const url = `http://localhost:3000/#${new URLSearchParams({ tgWebAppData })}`;
    const second = createTestClient(service, {
      profile: first.profile,
      page: { url },
    });
    await second.client.start();
    expect(isTelegramMiniApp(second.client)).toBe(true);
    expect(await confirmWithTelegram(second.client)).toEqual({ confirmed: true });
    await expect(confirmWithTelegram(second.client)).rejects.toMatchObject(reopen);
  });

  test('a Telegram confirmation requires reopening if the mini app was opened too long ago', async () => {
    for (const hours of [1, 30]) {
      const person = newPerson();
      const { client } = await openMiniApp(person);
      service.clock.advance(hours * 60 * minuteMs);
      const { client: widget } = await open();
      await loginWithTelegram(client, {
        data: { telegram_auth_result: signWidget(person, { authDate: nowS() }) },
      });
      await expect(confirmWithTelegram(client)).rejects.toMatchObject({
        code: 'recent_login_required',
        details: { reason: 'reopen_mini_app' },
      });
      expect(isTelegramMiniApp(widget)).toBe(false);
    }
  });

  test("a Telegram confirmation refuses another user's data as invalid", async () => {
    const { client } = await openMiniApp(newPerson());
    const data = signWidget(newPerson(), { authDate: nowS() });
    await loginWithTelegram(client, { data: { telegram_auth_result: data } });
    await expect(confirmWithTelegram(client)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});
