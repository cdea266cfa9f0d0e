import {
  type Sandbox,
  signWidget,
  startSandbox,
  telegramBot,
  telegramPeople,
  turnstileKeys,
} from '@latchkey/sandbox';
import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  type AppInput,
  adminRoutes,
  auditRoutes,
  type CaptchaChallenge,
  captchaRoutes,
  emailRoutes,
  farcasterRoutes,
  getAppRoute,
  guestRoutes,
  limits,
  passkeyRoutes,
  type Route,
  smsRoutes,
  telegramRoutes,
  walletRoutes,
} from '@latchkey/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../apps/index.ts';
import type { Config } from '../configShape.ts';
import type { Caller } from '../http/index.ts';
import { solve } from './captcha.testkit.ts';
import { createSecrets } from './secrets.ts';
import { createTurnstile } from './turnstile.ts';

const base = {
  name: 'App',
  email_auth: true,
  sms_auth: true,
  guest_auth: true,
  farcaster_auth: true,
  passkey_auth: true,
  passkeys_for_signup_enabled: true,
  telegram_auth: true,
  wallet_auth: true,
  solana_wallet_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: true,
    seamless_auth_enabled: true,
  },
  allowed_origins: ['http://localhost:3000'],
};
const work: AppInput & { id: string } = { ...base, id: 'latchkey-captcha-work-001', captcha_enabled: true };
const otherWork = { ...work, id: 'latchkey-captcha-work-002' };
const widget: AppInput & { id: string } = {
  ...work,
  id: 'latchkey-captcha-turn-001',
  captcha_provider: 'turnstile',
  captcha_site_key: `t:${turnstileKeys.siteKey}`,
};
const otherWidget = { ...widget, id: 'latchkey-captcha-turn-002' };
const wildWidget: typeof widget = {
  ...widget,
  id: 'latchkey-captcha-turn-003',
  allowed_origins: ['https://*.preview.example:8443', 'http://localhost:3000'],
};

let sandbox: Sandbox;
let service: TestService;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  service = await createTestService({
    apps: [work, otherWork, widget, otherWidget, wildWidget],
    config: {
      turnstileUrl: sandbox.url,
      turnstileSecret: turnstileKeys.secret,
      sharedTelegramToken: telegramBot.token,
      farcasterRelayUrl: `${sandbox.url}/farcaster/relay`,
    },
  });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});
beforeEach(() => service.outbox.clear());

let people = 0;
const newEmail = () => `person-${++people}@example.com`;
const bearerOf = async (email: string) => String((await logIn(service, email)).token);

/** Requests a code. Returns the status, the error code (null if sent) and the number of sent messages. */
async function send(token: unknown, more: { appId?: string; email?: string; bearer?: string } = {}) {
  const { appId = work.id, email = newEmail(), ...rest } = more;
  const { status, json } = await service.call(emailRoutes.sendCode, {
    appId,
    body: { email, token },
    ...rest,
  });
  return [status, json.code ?? null, service.outbox.messages.length];
}
const refused = [422, 'invalid_captcha', 0];
const sent = [200, null, 1];

async function getChallenge(appId = work.id): Promise<CaptchaChallenge> {
  return (await service.call(captchaRoutes.challenge, { appId, body: { action: 'login' } })).json;
}

const newToken = async (appId?: string) => solve(await getChallenge(appId));

async function newTurnstileToken(asked: { hostname?: string; action?: string } = {}): Promise<string> {
  const answer = await fetch(`${sandbox.url}/turnstile/v0/frame/token`, {
    method: 'POST',
    body: JSON.stringify({
      siteKey: turnstileKeys.siteKey,
      hostname: 'localhost',
      action: widget.id,
      ...asked,
    }),
  });
  return ((await answer.json()) as { token: string }).token;
}

describe('proof of work', () => {
  test('[CAPT-19, S44] a solved proof-of-work challenge sends one code and no second one', async () => {
    const token = await newToken();
    expect(await send(token)).toEqual(sent);
    service.outbox.clear();
    expect(await send(token)).toEqual(refused);
  });

  test('[CAPT-19, S44] a captcha token that is submitted five times at once sends one code', async () => {
    const token = await newToken();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(token)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(service.outbox.messages).toHaveLength(1);
  });

  test('[CAPT-19, S44] a captcha token that is missing, made up or not solved sends nothing and uses up no send', async () => {
    const email = newEmail();
    const { challenge, signature, prefix } = await getChallenge();
    const [action, expires, nonce] = challenge.split('.');
    const good = await newToken();
    const made = [
      undefined,
      null,
      '',
      'token',
      '....',
      'x'.repeat(3_000),
      `${challenge}.${signature}`,
      `${challenge}.${signature}.`,
      `${challenge}.${signature}.${prefix}`,
      `${challenge}.${signature}.${Buffer.alloc(32).toString('base64url')}`,
      `${action}.${Number(expires) + 1e9}.${nonce}.${signature}.${good.split('.')[4]}`,
      `link.${good.slice('login.'.length)}`,
      `${good}.more`,
    ];
    for (const token of made) expect(await send(token, { email }), String(token)).toEqual(refused);
    // Neither the cooldown nor one of the five sends was used up.
    expect(await send(await newToken(), { email })).toEqual(sent);
  });

  test('[S44] a made-up captcha token or a wrong solution stores nothing, and one use of the right solution is stored', async () => {
    const count = service.database.statement<{ count: number }>(
      'test_captcha_used_ids',
      `select count(*)::int as count from used_ids where app_id = $1 and kind = 'captcha'`,
    );
    const stored = async () => (await count([work.id]))[0]?.count;
    const before = Number(await stored());
    const challenge = await getChallenge();
    const wrong = Buffer.alloc(32).toString('base64url');
    const made = `login.${service.clock.now() + 60_000}.${wrong}.${wrong}.${wrong}`;
    expect(await send(made)).toEqual(refused);
    expect(await send(`${challenge.challenge}.${challenge.signature}.${wrong}`)).toEqual(refused);
    expect(await send(await newToken(otherWork.id))).toEqual(refused);
    expect(await stored()).toBe(before);
    expect(await send(solve(challenge))).toEqual(sent);
    service.outbox.clear();
    expect(await send(solve(challenge))).toEqual(refused);
    expect(await stored()).toBe(before + 1);
  });

  test('[CAPT-19, S44] a captcha token expires and belongs to its app', async () => {
    const [late, inTime] = [await newToken(), await newToken()];
    expect(await send(await newToken(otherWork.id))).toEqual(refused);
    service.clock.advance(limits.captchaTokenLifeMs - 1);
    expect(await send(inTime)).toEqual(sent);
    service.clock.advance(1);
    service.outbox.clear();
    expect(await send(late)).toEqual(refused);
  });

  test('[CAPT-19] SMS codes require a captcha too', async () => {
    const call = async (token?: string) => {
      const body = { phoneNumber: '+12015550123', ...(token ? { token } : {}) };
      const { json } = await service.call(smsRoutes.sendCode, { appId: work.id, body });
      return [json.code ?? null, service.outbox.smsMessages.length];
    };
    expect(await call()).toEqual(['invalid_captcha', 0]);
    expect(await call(await newToken())).toEqual([null, 1]);
  });

  const byTelegram = () => {
    const [ada = { id: 1, first_name: 'Ada' }] = telegramPeople;
    return {
      telegram_auth_result: signWidget(ada, { authDate: Math.floor(service.clock.now() / 1000) }),
    };
  };
  test.each([
    ['a login by passkey', passkeyRoutes.startLogin, 'token'],
    ['a sign-up by passkey', passkeyRoutes.startSignUp, 'token'],
    ['a channel to Farcaster', farcasterRoutes.init, 'token'],
    ['a login by Telegram', telegramRoutes.authenticate, 'captcha_token'],
    ['a sign-in with Ethereum', walletRoutes.init, 'token'],
    ['a sign-in with Solana', walletRoutes.initSolana, 'token'],
  ] as [string, Route<unknown, unknown>, string][])(
    '[CAPT-06, CAPT-18] %s requires a captcha',
    async (_, route, tokenName) => {
      const wallets = new Map<unknown, object>([
        [walletRoutes.init, { address: `0x${'1'.repeat(40)}` }],
        [walletRoutes.initSolana, { address: '1'.repeat(32) }],
      ]);
      const shared = tokenName === 'captcha_token' ? byTelegram() : (wallets.get(route) ?? {});
      const call = async (token?: string) => {
        const more = token === undefined ? {} : { [tokenName]: token };
        const { status, json } = await service.call(route, { appId: work.id, body: { ...shared, ...more } });
        return [status, (json as { code?: string }).code ?? null];
      };
      expect(await call()).toEqual([422, 'invalid_captcha']);
      const token = await newToken();
      expect(await call(token)).toEqual([200, null]);
      expect(await call(token)).toEqual([422, 'invalid_captcha']);
    },
  );

  test('a call with a user’s session needs no captcha, unless the session is a guest’s, of another app or invalid', async () => {
    const email = newEmail();
    await send(await newToken(), { email });
    const code = service.outbox.codeFor(email);
    const login = await service.call(emailRoutes.authenticate, { appId: work.id, body: { email, code } });
    service.outbox.clear();
    expect(await send(undefined, { bearer: String(login.json.token) })).toEqual(sent);
    service.outbox.clear();
    expect(await send(undefined, { bearer: await bearerOf(newEmail()) })).toEqual([
      422,
      'invalid_captcha',
      1,
    ]);
    service.outbox.clear();
    expect(await send(undefined, { bearer: 'nonsense' })).toEqual(refused);
    // Becoming a guest requires no captcha, so the session of a guest does not replace one.
    const guest = await service.call(guestRoutes.authenticate, {
      appId: work.id,
      body: { guest_credential: Buffer.alloc(32, 7).toString('base64url') },
    });
    expect(await send(undefined, { bearer: String(guest.json.token) })).toEqual(refused);
  });

  test('a proof-of-work challenge is issued only if the app uses proof of work, and only for a known action', async () => {
    for (const appId of [widget.id, service.app.id]) {
      const { json } = await service.call(captchaRoutes.challenge, { appId, body: { action: 'login' } });
      expect(json.code).toBe('not_supported');
    }
    const { json } = await service.call(captchaRoutes.challenge, {
      appId: work.id,
      body: { action: 'export' },
    });
    expect(json.code).toBe('invalid_data');
  });

  test('[CAPT-07] an app without a captcha requires none', async () => {
    expect(await send(undefined, { appId: service.app.id })).toEqual(sent);
    expect(await send('anything', { appId: service.app.id })).toEqual([200, null, 2]);
  });
});

describe('Turnstile', () => {
  const sendWidget = (token: unknown, appId = widget.id) => send(token, { appId });

  test('[CAPT-19, S44] a Turnstile token sends one code and no second one', async () => {
    const token = await newTurnstileToken();
    expect(await sendWidget(token)).toEqual(sent);
    service.outbox.clear();
    expect(await sendWidget(token)).toEqual(refused);
    expect(await sendWidget('made up')).toEqual(refused);
    expect(await sendWidget(undefined)).toEqual(refused);
    expect(await sendWidget(await newToken())).toEqual(refused);
  });

  test('[S44] a Turnstile token of another page, another app or another action is refused', async () => {
    expect(await sendWidget(await newTurnstileToken({ hostname: 'evil.example' }))).toEqual(refused);
    expect(await sendWidget(await newTurnstileToken({ action: 'newsletter' }))).toEqual(refused);
    expect(await sendWidget(await newTurnstileToken(), otherWidget.id)).toEqual(refused);
  });

  test('[S44] a caller without an origin may send a Turnstile token of every page of the app, also of one that a wildcard allows', async () => {
    const { id: appId } = wildWidget;
    const sendFrom = async (hostname: string) => {
      service.outbox.clear();
      const token = await newTurnstileToken({ hostname, action: appId });
      const call = { appId, origin: null, body: { email: newEmail(), token } };
      return (await service.call(emailRoutes.sendCode, call)).json.code ?? null;
    };
    expect(await sendFrom('pull-7.preview.example')).toBeNull();
    expect(await sendFrom('localhost')).toBeNull();
    for (const hostname of ['preview.example', 'a.b.preview.example', 'evil.example'])
      expect(await sendFrom(hostname)).toBe('invalid_captcha');
  });

  /** Checks a Turnstile token with another configuration. */
  async function isGood(config: Partial<Config>, secret: string | null, token?: string): Promise<boolean> {
    const world = { ...service.world, config: { ...service.world.config, ...config } };
    const app = await service.world.database
      .statement<{ settings: AppInput }>(
        'test_app',
        'select settings from apps where app_id = $1',
      )([widget.id])
      .then(([row]) => ({ id: widget.id, settings: row?.settings }) as unknown as App);
    const caller = { origin: 'http://localhost:3000' } as Caller;
    const module = createTurnstile(world, { find: async () => secret });
    return module.isGood({ app, action: 'login', token: '', caller }, token ?? (await newTurnstileToken()));
  }

  test('[S44] a Turnstile token is refused if Turnstile does not answer or its answer is invalid, or if there is no secret', async () => {
    const { secret } = turnstileKeys;
    expect(await isGood({}, secret)).toBe(true);
    expect(await isGood({ turnstileUrl: 'http://127.0.0.1:9' }, secret)).toBe(false);
    // An answer that is not a verdict, like a proxy's login page.
    expect(await isGood({ turnstileUrl: `${sandbox.url}/inbox?` }, secret)).toBe(false);
    expect(await isGood({}, null)).toBe(false);
  });

  test('Turnstile’s test keys are accepted outside production, and refused in production', async () => {
    const secret = '1x0000000000000000000000000000000AA';
    expect(await isGood({}, secret, 'XXXX.DUMMY.TOKEN.XXXX')).toBe(true);
    expect(await isGood({ production: true }, secret, 'XXXX.DUMMY.TOKEN.XXXX')).toBe(false);
    const secrets = createSecrets(
      { ...service.world, config: { ...service.world.config, production: true } },
      { audit: {} as never, sealing: {} as never },
    );
    await expect(secrets.put(widget.id, secret, null)).rejects.toMatchObject({ code: 'invalid_data' });
  });

  test('an app’s own Turnstile secret is not stored in plain text, and with a wrong one a valid token is refused', async () => {
    const put = (secret: string | null, id = otherWidget.id) =>
      service.call(captchaRoutes.setSecret, {
        params: { id },
        bearer: service.config.adminKey,
        body: { secret },
      });
    const token = () => newTurnstileToken({ action: otherWidget.id });
    expect((await put('0xanother')).json).toEqual({ has_secret: true });
    expect(await sendWidget(await token(), otherWidget.id)).toEqual(refused);
    const dump = JSON.stringify(
      await service.database.statement('test_dump', 'select * from captcha_secrets')([]),
    );
    expect(dump).not.toContain('another');
    await put(turnstileKeys.secret);
    expect(await sendWidget(await token(), otherWidget.id)).toEqual(sent);
    expect((await put(null)).json).toEqual({ has_secret: false });
    await service.service.seal();
    const { json } = await service.call(auditRoutes.list, {
      params: { id: otherWidget.id },
      bearer: service.config.adminKey,
    });
    const kinds = json.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('captcha'));
    expect(kinds).toEqual(['captcha.secret_set', 'captcha.secret_set', 'captcha.secret_removed']);
    expect((await put('x', 'no-such-app')).json.code).toBe('app_not_found');
  });
});

test('[S44] the served config has the settings of the captcha, Turnstile requires a site key, and disabling the captcha is logged', async () => {
  const served = async (appId: string) =>
    (await service.call(getAppRoute, { appId, params: { id: appId } })).json;
  expect(await served(widget.id)).toMatchObject({
    captcha_enabled: true,
    captcha_provider: 'turnstile',
    captcha_site_key: `t:${turnstileKeys.siteKey}`,
    captcha_script_url: `${sandbox.url}/turnstile/v0/api.js`,
  });
  const plain = await served(work.id);
  expect(plain).toMatchObject({ captcha_enabled: true, captcha_provider: 'proof-of-work' });
  expect(plain).not.toHaveProperty('captcha_site_key');
  expect(plain).not.toHaveProperty('captcha_script_url');

  const bearer = service.config.adminKey;
  const made = await service.call(adminRoutes.createApp, {
    bearer,
    body: { name: 'New', captcha_enabled: true },
  });
  const params = { id: made.json.id };
  const change = (body: AppInput) => service.call(adminRoutes.updateApp, { bearer, params, body });
  expect((await change({ captcha_provider: 'turnstile' })).json.data).toMatchObject({
    field: 'captcha_site_key',
  });
  expect((await change({ captcha_provider: 'turnstile', captcha_site_key: 't:key' })).status).toBe(200);
  expect((await change({ captcha_site_key: null })).json.data).toMatchObject({ field: 'captcha_site_key' });

  // An operator may disable the captcha if a provider fails. That is logged.
  expect((await change({ captcha_enabled: false })).status).toBe(200);
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, { bearer, params });
  expect(json.events.at(-1)).toMatchObject({ kind: 'app.updated', details: { fields: ['captcha_enabled'] } });
});
