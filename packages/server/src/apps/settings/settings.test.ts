import { generateKeyPairSync } from 'node:crypto';
import { createTestService, type TestService } from '@latchkey/testkit';
import { type AdminAppBody, adminRoutes, getAppRoute } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkAppInput } from '../checkAppInput.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const key = 'test-admin-key';
const create = (body: AdminAppBody | Record<string, unknown>) =>
  service.call(adminRoutes.createApp, { body, bearer: key });
const update = (id: string, body: Record<string, unknown>) =>
  service.call(adminRoutes.updateApp, { params: { id }, body, bearer: key });

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const defaultWallets = {
  create_on_login: 'off',
  solana: { create_on_login: 'off' },
  user_owned_recovery_options: [],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
};

test('settings with several values can be given in part, and the missing values get their defaults', async () => {
  const { status, json } = await create({
    name: 'x',
    allowlist_config: { cta_text: 'Ask us' },
    embedded_wallet_config: {
      mode: 'legacy-embedded-wallets-only',
      ethereum: { create_on_login: 'users-without-wallets' },
      solana: { create_on_login: 'all-users' },
    },
    telegram_auth_config: { bot_id: '1', bot_name: 'bot', link_enabled: true },
    funding_config: { default_recommended_amount: '1', default_recommended_currency: { chain: 'eip155:1' } },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    allowlist_config: { error_title: null, error_detail: null, cta_text: 'Ask us', cta_link: null },
    telegram_auth_config: { bot_id: '1', bot_name: 'bot', link_enabled: true, seamless_auth_enabled: false },
    funding_config: { methods: [], options: [], prompt_funding_on_wallet_creation: false },
  });
  const wallets = {
    ...defaultWallets,
    create_on_login: 'users-without-wallets',
    solana: { create_on_login: 'all-users' },
  };
  expect(json.embedded_wallet_config).toEqual(wallets);
  const { json: served } = await service.call(getAppRoute, { params: { id: json.id } });
  expect(served.embedded_wallet_config).toEqual({
    ...wallets,
    mode: 'legacy-embedded-wallets-only',
    ethereum: { create_on_login: 'users-without-wallets' },
  });
});

test('a change of one of several values keeps the others, and null removes a value', async () => {
  const { json: app } = await create({
    name: 'x',
    allowlist_config: { cta_text: 'Ask us' },
    embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } },
    telegram_auth_config: { bot_id: '1', bot_name: 'bot' },
    oauth_clients: { google: { client_id: 'g' }, github: { client_id: 'h' } },
    custom_jwt_config: { issuer: 'https://login.example.com', key_set_url: 'https://login.example.com/keys' },
  });
  const { status, json } = await update(app.id, {
    allowlist_config: { error_title: 'Members only' },
    embedded_wallet_config: { solana: { create_on_login: 'users-without-wallets' } },
    telegram_auth_config: { link_enabled: true },
    oauth_clients: { google: { client_id: 'new' } },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    allowlist_config: { error_title: 'Members only', cta_text: 'Ask us' },
    embedded_wallet_config: {
      ...defaultWallets,
      create_on_login: 'all-users',
      solana: { create_on_login: 'users-without-wallets' },
    },
    telegram_auth_config: { bot_id: '1', bot_name: 'bot', link_enabled: true },
    oauth_clients: { google: { client_id: 'new' }, github: { client_id: 'h' } },
  });
  // The setting `create_on_login` has two names.
  const other = await update(app.id, { embedded_wallet_config: { create_on_login: 'off' } });
  expect(other.json.embedded_wallet_config).toMatchObject({ create_on_login: 'off' });
  const back = await update(app.id, {
    telegram_auth_config: null,
    oauth_clients: { github: null },
    // These values belong together: the key replaces the address of the key set.
    custom_jwt_config: { issuer: 'https://login.example.com', public_key: publicKey },
  });
  expect(back.json).toMatchObject({
    telegram_auth_config: null,
    oauth_clients: { google: { client_id: 'new' }, github: null },
    custom_jwt_config: { issuer: 'https://login.example.com', public_key: publicKey },
  });
});

test('three simultaneous changes of one setting all take effect', async () => {
  const { json: app } = await create({ name: 'x' });
  const texts = { error_title: 'a', error_detail: 'b', cta_text: 'c' };
  const changes = Object.entries(texts).map(([name, text]) =>
    update(app.id, { allowlist_config: { [name]: text } }),
  );
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const { json } = await service.call(adminRoutes.getApp, { params: { id: app.id }, bearer: key });
  expect(json.allowlist_config).toEqual({ ...texts, cta_link: null });
});

test.each([
  [{ telegram_auth_config: { link_enabled: true } }, 'telegram_auth_config.bot_id'],
  [{ funding_config: { methods: [] } }, 'funding_config.default_recommended_amount'],
  [
    { embedded_wallet_config: { create_on_login: 'off', ethereum: { create_on_login: 'all-users' } } },
    'embedded_wallet_config',
  ],
  [
    { embedded_wallet_config: { mode: 'user-controlled-server-wallets-only' } },
    'embedded_wallet_config.mode',
  ],
  [{ embedded_wallet_config: { solana: { mode: 'x' } } }, 'embedded_wallet_config.solana.mode'],
])(
  'the operator’s API refuses the settings %j when an app is created or changed, and names the field',
  async (change, field) => {
    const { status, json } = await create({ name: 'x', ...change });
    expect(status).toBe(400);
    expect(json.data?.field).toEqual(field);
    const { json: app } = await create({ name: 'x' });
    expect((await update(app.id, change)).json.data?.field).toBe(field);
  },
);

test('if payments are on, production requires an account of the app’s own for each offered provider, and refuses swapped MoonPay keys', () => {
  const funding_config = {
    methods: ['moonpay', 'coinbase-onramp'],
    default_recommended_amount: '1',
    default_recommended_currency: { chain: 'eip155:1' },
  };
  const app = { name: 'x', funding_config, fiat_on_ramp_enabled: true };
  const moonpay = { public_key: 'pk_live_ours' };
  const coinbase = { project_id: 'p', key_name: 'k' };
  const fieldsOf = (more: object, production = true) => {
    const checked = checkAppInput({ ...app, ...more }, production);
    return 'problems' in checked ? checked.problems.map(({ field }) => field) : [];
  };
  expect(fieldsOf({})).toEqual(['funding_providers.moonpay']);
  expect(fieldsOf({ funding_providers: { moonpay } })).toEqual(['funding_providers.coinbase']);
  expect(fieldsOf({ funding_providers: { moonpay, coinbase } })).toEqual([]);
  expect(fieldsOf({ fiat_on_ramp_enabled: false })).toEqual([]);
  expect(fieldsOf({}, false)).toEqual([]);
  const swapped = { public_key: 'pk_test_ours', test_public_key: 'pk_live_ours' };
  expect(fieldsOf({ funding_providers: { moonpay: swapped } })).toEqual([
    'funding_providers.moonpay.public_key',
    'funding_providers.moonpay.test_public_key',
  ]);
});

test('published_clients implies four settings for published clients and server SDKs, and explicit settings win', async () => {
  const { json: app } = await create({ name: 'x', published_clients: true });
  const implied = {
    token_issuer: 'privy.io',
    legacy_custody_token: true,
    legacy_export_verification: true,
    captcha_provider: 'turnstile',
  };
  expect(app).toMatchObject(implied);
  // The flag changes no other setting.
  const { json: plain } = await create({ name: 'x' });
  const { published_clients: _, ...minimums } = plain;
  expect(app).toMatchObject({ ...minimums, ...implied, id: app.id, app_secret: app.app_secret });

  const { json: own } = await update(app.id, { token_issuer: null, captcha_provider: 'proof-of-work' });
  expect(own).toMatchObject({
    token_issuer: null,
    captcha_provider: 'proof-of-work',
    legacy_custody_token: true,
  });
  const { json: off } = await update(app.id, { published_clients: false });
  expect(off.legacy_custody_token).toBe(false);
  // Published clients support only Turnstile, and throw without its site key.
  const { json: refused } = await create({ name: 'x', published_clients: true, captcha_enabled: true });
  expect(refused.data?.field).toBe('captcha_site_key');
});
