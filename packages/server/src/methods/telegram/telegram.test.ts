import { signWebApp, signWidget, type TelegramPerson, telegramBot, telegramPeople } from '@latchkey/sandbox';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  adminRoutes,
  appSecretRoutes,
  limits,
  reauthenticateRoute,
  telegramRoutes,
  telegramScriptPath,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const origin = 'http://localhost:3000';
const config = {
  bot_id: telegramBot.id,
  bot_name: telegramBot.name,
  link_enabled: true,
  seamless_auth_enabled: true,
};
const app = (number: number, settings: object) => ({
  id: `latchkey-test-app-000000${number}`,
  name: 'Telegram',
  email_auth: true,
  telegram_auth: true,
  telegram_auth_config: config,
  allowed_origins: [origin],
  ...settings,
});
const [plain, off, strict, other] = [
  app(1, {}),
  app(2, { telegram_auth: false }),
  app(3, { telegram_auth_config: { ...config, link_enabled: false, seamless_auth_enabled: false } }),
  app(4, { telegram_auth_config: { ...config, bot_id: '4711' } }),
];

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [plain, off, strict, other] });
  for (const { id } of [plain, off, strict, other]) await setToken(id, telegramBot.token);
});
afterAll(() => service.close());

const setToken = (id: string, secret: string | null) =>
  service.call(appSecretRoutes.put, {
    params: { id, name: 'telegram-bot' },
    bearer: service.config.adminKey,
    body: { secret },
  });

const nowS = () => Math.floor(service.clock.now() / 1000);
let people = 0;
/** Returns a Telegram user who is new to the service. */
const newPerson = (): TelegramPerson => ({
  id: 800_000_000 + ++people,
  first_name: `P${people}`,
  username: `p${people}`,
});
const byWidget = (person = newPerson(), authDate = nowS()) => ({
  telegram_auth_result: signWidget(person, { authDate }),
});
const byMiniApp = (person = newPerson(), authDate = nowS()) => ({
  telegram_web_app_data: Object.fromEntries(new URLSearchParams(signWebApp(person, { authDate }))),
});
const enter = (body: unknown, more: { appId?: string; bearer?: string; network?: string } = {}) =>
  service.call(telegramRoutes.authenticate, { ...more, body });
const codeOf = async (answer: ReturnType<typeof enter>) => (await answer).json.code;

describe('[TELE-11] a login with data that Telegram signed', () => {
  test('[SDK-01] data from the Telegram widget creates a user with a telegram account, and logs in the same user again', async () => {
    const [ada] = telegramPeople;
    const { status, json } = await enter(byWidget(ada));
    expect(status).toBe(200);
    expect(json.is_new_user).toBe(true);
    expect(json.user?.linked_accounts).toEqual([
      expect.objectContaining({
        type: 'telegram',
        telegram_user_id: '700000001',
        first_name: 'Ada',
        last_name: 'Lovelace',
        username: 'ada',
      }),
    ]);
    service.clock.advance(1_000);
    const texts = Object.entries(byWidget(ada).telegram_auth_result).map(([name, value]) => [
      name,
      String(value),
    ]);
    const again = await enter({ telegram_auth_result: Object.fromEntries(texts) });
    expect(again.json.user?.id).toEqual(json.user?.id);
    expect(again.json.is_new_user).toBe(false);
    service.clock.advance(1_000);
    const inApp = await enter(byMiniApp(ada));
    expect(inApp.json.user?.id).toBe(json.user?.id);
  });

  test('forged or malformed Telegram data starts no session', async () => {
    const person = newPerson();
    const good = byWidget(person).telegram_auth_result;
    const foreign = signWidget(person, { authDate: nowS(), token: `${telegramBot.id}:another` });
    for (const forged of [
      { ...good, id: 1 },
      { ...good, username: 'eve' },
      { ...good, hash: '0'.repeat(64) },
      foreign,
    ]) {
      const { status, json } = await enter({ telegram_auth_result: forged });
      expect(status).toBe(422);
      expect(json.code).toBe('invalid_credentials');
    }
    const { telegram_web_app_data: app } = byMiniApp(person);
    expect(await codeOf(enter({ telegram_auth_result: good, telegram_web_app_data: app }))).toBe(
      'invalid_data',
    );
    for (const body of [
      {},
      { telegram_auth_result: null },
      { telegram_auth_result: { ...good, hash: 'x' } },
    ]) {
      expect(await codeOf(enter(body))).toBe('invalid_data');
    }
    expect(await codeOf(enter({ telegram_web_app_data: { ...app, user: '{' } }))).toBe('invalid_credentials');
    expect((await enter({ telegram_auth_result: good })).status).toBe(200);
  });
});

describe('[S41] the validity of data that Telegram signed', () => {
  test('Telegram data is valid for a day, and refused if it is dated two minutes ahead', async () => {
    const lifeS = 24 * 60 * 60;
    expect(await codeOf(enter(byWidget(newPerson(), nowS() - lifeS - 1)))).toBe('invalid_credentials');
    expect((await enter(byWidget(newPerson(), nowS() - lifeS + 5))).status).toBe(200);
    expect(await codeOf(enter(byWidget(newPerson(), nowS() + 120)))).toBe('invalid_credentials');
    expect((await enter(byWidget(newPerson(), nowS() + 30))).status).toBe(200);
  });

  test('data from the Telegram widget is valid once, even with simultaneous logins or another case of the hash', async () => {
    const body = byWidget();
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    const { hash, ...rest } = body.telegram_auth_result;
    const shouted = { telegram_auth_result: { ...rest, hash: hash.toUpperCase() } };
    expect(await codeOf(enter(shouted))).toBe('invalid_credentials');
  });

  test('data from a Telegram mini app is valid again for an hour, if it comes from the network of its first use', async () => {
    const body = byMiniApp();
    const home = '203.0.113.1';
    expect((await enter(body, { network: home })).status).toBe(200);
    service.clock.advance(limits.telegramWebAppAgainMs - 1_000);
    expect(await codeOf(enter(body, { network: '198.51.100.1' }))).toBe('invalid_credentials');
    expect(await codeOf(enter(body, { network: '198.51.100.1' }))).toBe('invalid_credentials');
    expect((await enter(body, { network: home })).status).toBe(200);
    service.clock.advance(1_001);
    expect(await codeOf(enter(body, { network: home }))).toBe('invalid_credentials');
  });

  test('Telegram data is refused as not_supported in an app with the token of another bot, or without a token', async () => {
    expect(await codeOf(enter(byWidget(), { appId: other.id }))).toBe('not_supported');
    await setToken(other.id, null);
    expect(await codeOf(enter(byWidget(), { appId: other.id }))).toBe('not_supported');
  });
});

describe('[TELE-12] the app decides', () => {
  test('the app decides whether Telegram may log in at all, and whether mini apps may', async () => {
    expect(await codeOf(enter(byWidget(), { appId: off.id }))).toBe('disallowed_login_method');
    expect(await codeOf(enter(byMiniApp(), { appId: strict.id }))).toBe('disallowed_login_method');
    expect((await enter(byWidget(), { appId: strict.id })).status).toBe(200);
  });

  test('the app decides whether a Telegram account may be linked', async () => {
    const { token } = await logIn(service, 'strict@company.example', { appId: strict.id });
    const answer = await service.call(telegramRoutes.link, {
      appId: strict.id,
      bearer: token ?? '',
      body: byWidget(),
    });
    expect(answer.json.code).toBe('disallowed_login_method');
  });

  test('a Telegram login without sign-up creates no user', async () => {
    expect(await codeOf(enter({ ...byWidget(), mode: 'no-signup' }))).toBe('user_does_not_exist');
  });
});

test('[LINK-11, LINK-02] a user links a Telegram account, logs in with it, and unlinks it', async () => {
  const login = await logIn(service, 'linker@company.example');
  const bearer = login.token ?? '';
  const person = newPerson();
  const body = byWidget(person);
  expect((await service.call(telegramRoutes.link, { body })).json.code).toBe('missing_or_invalid_token');
  const linked = await service.call(telegramRoutes.link, { bearer, body });
  expect(linked.json.linked_accounts?.map(({ type }) => type)).toEqual(['email', 'telegram']);
  // Repeats the call, as if its answer was lost.
  expect((await service.call(telegramRoutes.link, { bearer, body })).status).toBe(200);
  // Data that was used to link does not log in.
  expect(await codeOf(enter(body))).toBe('invalid_credentials');
  service.clock.advance(1_000);
  const entered = await enter(byWidget(person));
  expect(entered.json.user?.id).toBe(login.user?.id);
  const second = await service.call(telegramRoutes.link, { bearer, body: byWidget() });
  expect(second.json.code).toBe('cannot_link_more_of_type');
  const unlink = (id: string) =>
    service.call(telegramRoutes.unlink, { bearer, body: { telegram_user_id: id } });
  expect((await unlink('1')).json.code).toBe('not_found');
  const left = await unlink(String(person.id));
  expect(left.status).toBe(200);
  expect(left.json.linked_accounts?.map(({ type }) => type)).toEqual(['email']);
});

test('[TELE-11] fresh data from Telegram makes the login of the session recent', async () => {
  const person = newPerson();
  const { json } = await enter(byWidget(person));
  service.clock.advance(60_000);
  const prove = (body: object) =>
    service.call(reauthenticateRoute, {
      bearer: json.token ?? '',
      body: { method: 'telegram', ...body },
    });
  expect((await prove(byWidget())).json.code).toBe('invalid_credentials');
  expect((await prove(byWidget(person))).json).toEqual({ auth_time: nowS() });
  expect((await prove({})).json.code).toBe('invalid_data');
});

test('[TELE-09] the Telegram login script is served to pages of every origin, with the configured address of Telegram', async () => {
  const answer = await service.fetch(new Request(`http://localhost:4000${telegramScriptPath}`));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await answer.text()).toContain('"http://127.0.0.1:9/telegram/auth"');
});

test("the operator's app route does not serve the token of a Telegram bot", async () => {
  const { json } = await service.call(adminRoutes.getApp, {
    params: { id: plain.id },
    bearer: service.config.adminKey,
  });
  expect(JSON.stringify(json)).not.toContain(telegramBot.token.split(':')[1]);
});
