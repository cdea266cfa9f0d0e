import { createTestService, type TestService } from '@latchkey/testkit';
import {
  type AppInput,
  adminRoutes,
  appConfigSchema,
  appExtraRoutes,
  emailRoutes,
  getAppRoute,
  pathsOf,
  requesterRoutes,
} from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../configShape.ts';

const appId = 'app-with-every-setting-01';
const everySetting = {
  id: appId,
  name: 'Every setting',
  logo_url: 'https://example.com/logo.png',
  accent_color: '#4f46e5',
  show_wallet_login_first: true,
  allowlist_config: {
    error_title: 'Not yet',
    error_detail: 'You are not on the list',
    cta_text: 'Join',
    cta_link: 'https://example.com/join',
  },
  email_auth: true,
  terms_and_conditions_url: 'https://example.com/terms',
  privacy_policy_url: 'https://example.com/privacy',
  require_users_accept_terms: true,
  embedded_wallet_config: {
    create_on_login: 'users-without-wallets',
    solana: { create_on_login: 'all-users' },
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: true,
    require_user_password_on_create: false,
  },
  theme: 'dark',
  wallet_connect_cloud_project_id: 'project',
  captcha_site_key: 't:0x4AAA',
  telegram_auth_config: {
    bot_id: '4711',
    bot_name: 'my_bot',
    link_enabled: true,
    seamless_auth_enabled: false,
  },
  fiat_on_ramp_enabled: true,
  funding_config: {
    methods: ['moonpay', 'external'],
    default_recommended_amount: '0.01',
    default_recommended_currency: { chain: 'eip155:8453', asset: 'native-currency' },
    prompt_funding_on_wallet_creation: true,
  },
  max_linked_wallets_per_user: null,
  twitter_oauth_on_mobile_enabled: true,
  enforce_wallet_uis: false,
  legacy_wallet_ui_config: false,
  allowed_origins: ['https://app.example.com'],
  session_key_binding: 'strict',
  sensitive_max_age: 60,
  max_users: 1000,
  test_credentials_enabled: true,
} satisfies AppInput;

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [everySetting] });
});
afterAll(() => service.close());

/** Allows no fields except those of the wire, also in the wallet config. */
const strictConfig = v.strictObject({
  ...appConfigSchema().entries,
  embedded_wallet_config: v.strictObject(appConfigSchema().entries.embedded_wallet_config.entries),
});

const getConfig = (input: { origin?: string | null; bearer?: string } = {}) =>
  service.call(getAppRoute, { params: { id: appId }, ...input });

test('[CONF-01] [CONF-04] the app config is that of the app in the path, in the form that the wire protocol describes', async () => {
  const { status, json } = await getConfig();
  expect(status).toBe(200);
  expect(v.parse(strictConfig, json)).toEqual(json);
  expect(json).toMatchObject({
    id: appId,
    name: 'Every setting',
    logo_url: 'https://example.com/logo.png',
    accent_color: '#4f46e5',
    show_wallet_login_first: true,
    verification_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
  });
});

test('[CONF-03] the app config requires no bearer token and ignores an invalid one', async () => {
  const without = await getConfig();
  const bearers = ['not-a-token', 'eyJhbGciOiJub25lIn0.e30.'];
  for (const bearer of bearers) {
    const { status, json } = await getConfig({ bearer });
    expect(status).toBe(200);
    expect(json).toEqual(without.json);
  }
});

test('[CONF-05] [CONF-07] [CONF-08] the app config contains allowlist texts, terms and wallet settings as they were set', async () => {
  const { json } = await getConfig();
  const { allowlist_config, terms_and_conditions_url, privacy_policy_url, require_users_accept_terms } =
    everySetting;
  expect(json).toMatchObject({
    allowlist_config,
    terms_and_conditions_url,
    privacy_policy_url,
    require_users_accept_terms,
  });
  // Without the mode, the newest clients would create wallets on the server (docs/wire/protocol.md, §4).
  expect(json.embedded_wallet_config).toEqual({
    ...everySetting.embedded_wallet_config,
    mode: 'legacy-embedded-wallets-only',
    ethereum: { create_on_login: 'users-without-wallets' },
  });
});

test('[CONF-11] [CONF-12] the app config contains the Telegram and funding configs if they are set, and omits them otherwise', async () => {
  const { json } = await getConfig();
  expect(json.telegram_auth_config).toEqual(everySetting.telegram_auth_config);
  expect(json.funding_config).toEqual({
    ...everySetting.funding_config,
    // Published clients read options in place of methods.
    options: [
      { method: 'card', provider: 'moonpay' },
      { method: 'wallets', provider: 'external' },
    ],
    cross_chain_bridging_enabled: false,
  });
  const { json: plain } = await service.call(getAppRoute);
  for (const name of ['telegram_auth_config', 'funding_config', 'funding_services', 'captcha_site_key'])
    expect(plain).not.toHaveProperty(name);
});

const funding = {
  methods: ['moonpay', 'coinbase-onramp', 'external'],
  default_recommended_amount: '1',
  default_recommended_currency: { chain: 'eip155:1' },
} satisfies AppInput['funding_config'];

/** Returns the funding config and services of a test app with these settings. */
async function fundingOf(app: Partial<AppInput>, config: Partial<Config> = {}) {
  const id = 'latchkey-test-app-0000001';
  const own = await createTestService({ apps: [{ id, name: 'Funded', ...app }], config });
  const { json } = await own.call(getAppRoute);
  await own.close();
  return { funding_config: json.funding_config, funding_services: json.funding_services };
}

test('[CONF-32] while payments are turned off, the app config offers no on-ramp, not even to published clients', async () => {
  const options = [
    { method: 'card', provider: 'moonpay' },
    { method: 'exchange', provider: 'coinbase' },
    { method: 'wallets', provider: 'metamask' },
  ];
  for (const given of [{}, { options }]) {
    const { funding_config, funding_services } = await fundingOf({
      funding_config: { ...funding, ...given },
    });
    expect(funding_config?.methods).toEqual(['external']);
    expect(funding_config?.options.map(({ method }) => method)).toEqual(['wallets']);
    expect(funding_services).not.toHaveProperty('moonpay');
    expect(funding_services).not.toHaveProperty('coinbase_pay_url');
  }
  const on = await fundingOf({ funding_config: { ...funding, options }, fiat_on_ramp_enabled: true });
  expect(on.funding_config).toMatchObject({ methods: funding.methods, options });
});

test('the app config contains the addresses of funding services, with public keys only', async () => {
  const app = {
    funding_config: funding,
    fiat_on_ramp_enabled: true,
    fund_connected_wallets: true,
    funding_providers: {
      moonpay: { public_key: 'pk_live_ours' },
      coinbase: { project_id: 'project-1', key_name: 'key-1' },
    },
  };
  const real = { moonpayUrl: null, coinbaseUrl: null, quotesUrl: 'https://api.relay.link' };
  const deposits = new Map([[8453, [`0x${'ab'.repeat(20)}`]]]);
  const { funding_services } = await fundingOf(app, { ...real, quoteDeposits: deposits });
  expect(funding_services).toEqual({
    moonpay: { api_url: 'https://api.moonpay.com/v1', public_key: 'pk_live_ours', test_public_key: null },
    coinbase_pay_url: 'https://pay.coinbase.com/buy/select-asset',
    quotes_url: 'https://api.relay.link',
    quotes_test_url: null,
    connected_wallets: true,
    quote_deposits: { 8453: [`0x${'ab'.repeat(20)}`] },
    // In development only.
    stands_for: { 31337: 1, 31338: 8453 },
  });
});

test('the app config contains fields that published clients and server SDKs read, and is the same under both path prefixes', async () => {
  const { json } = await getConfig();
  expect(json).toMatchObject({
    theme: 'dark',
    allowed_domains: ['https://app.example.com'],
    allowed_native_app_ids: [],
    allowed_native_app_url_schemes: [],
    allowlist_enabled: false,
    disable_plus_emails: false,
    passkeys_for_signup_enabled: false,
    solana_wallet_auth: false,
    guest_auth: false,
    farcaster_link_wallets_enabled: false,
    max_linked_wallets_per_user: null,
  });
  const server = await service.call(
    { ...getAppRoute, path: pathsOf(getAppRoute)[1] ?? '' },
    { params: { id: appId }, origin: null },
  );
  expect(server.json).toEqual((await getConfig({ origin: null })).json);
});

test('an app has no smart wallets, and no connections if no other app lists it', async () => {
  const origin = 'https://app.example.com';
  const smart = await service.call(appExtraRoutes.smartWallets, { appId, origin });
  expect(smart.status).toBe(200);
  expect(smart.json).toEqual({ enabled: false });
  const connections = await service.call(requesterRoutes.crossAppConnections, { appId, origin });
  expect(connections.status).toBe(200);
  expect(connections.json).toEqual({ connections: [] });
  const other = await service.call(appExtraRoutes.smartWallets, {
    appId,
    origin,
    params: { id: service.app.id },
  });
  expect(other.status).toBe(404);
  expect(other.json.code).toBe('app_not_found');
});

test('[CONF-06] the app config contains the flags of login methods: true for email, which was set, and false for fourteen others, which were not', async () => {
  const { json } = await getConfig();
  const methods = ['wallet', 'sms', 'farcaster', 'passkey', 'telegram'].map((name) => `${name}_auth`);
  const providers = [
    'google',
    'twitter',
    'discord',
    'github',
    'spotify',
    'instagram',
    'tiktok',
    'linkedin',
    'apple',
  ];
  const off = [...methods, ...providers.map((name) => `${name}_oauth`)];
  expect(json).toMatchObject(Object.fromEntries(off.map((name) => [name, false])));
  expect(json.email_auth).toBe(true);
});

test('[CONF-09, SIGN-07] the app config contains captcha, funding and wallet settings, with their defaults and after changes', async () => {
  const { json } = await getConfig();
  expect(json).toMatchObject({
    custom_api_url: null,
    wallet_connect_cloud_project_id: 'project',
    fiat_on_ramp_enabled: true,
    captcha_enabled: false,
    captcha_site_key: 't:0x4AAA',
    twitter_oauth_on_mobile_enabled: true,
    mfa_methods: [],
    enforce_wallet_uis: false,
    legacy_wallet_ui_config: false,
  });
  const bearer = service.config.adminKey;
  const id = 'latchkey-test-app-0000058';
  const read = async () => (await service.call(getAppRoute, { params: { id } })).json;
  await service.call(adminRoutes.createApp, { bearer, body: { id, name: 'Switches' } });
  const plain = {
    custom_api_url: null,
    wallet_connect_cloud_project_id: null,
    fiat_on_ramp_enabled: false,
    captcha_enabled: false,
    twitter_oauth_on_mobile_enabled: false,
    mfa_methods: [],
    enforce_wallet_uis: true,
    legacy_wallet_ui_config: false,
  };
  expect(await read()).toMatchObject(plain);
  const changed = {
    custom_api_url: 'https://login.app.example.com',
    wallet_connect_cloud_project_id: 'other',
    fiat_on_ramp_enabled: true,
    captcha_enabled: true,
    twitter_oauth_on_mobile_enabled: true,
    mfa_methods: ['totp'] as const,
    enforce_wallet_uis: false,
    legacy_wallet_ui_config: true,
  };
  for (const settings of [changed, plain]) {
    const body = { ...settings, mfa_methods: [...settings.mfa_methods] };
    const { status } = await service.call(adminRoutes.updateApp, { bearer, params: { id }, body });
    expect(status).toBe(200);
    expect(await read()).toMatchObject(settings);
  }
});

test('[CONF-19] the app config contains only the second factors that the app accepts', async () => {
  const bearer = service.config.adminKey;
  const id = 'latchkey-test-app-0000057';
  const body = {
    id,
    name: 'Factors',
    mfa_methods: ['totp', 'sms'] as ('totp' | 'sms')[],
    mfa_sms_counts: false,
  };
  await service.call(adminRoutes.createApp, { bearer, body });
  const { json } = await service.call(getAppRoute, { params: { id } });
  expect(json.mfa_methods).toEqual(['totp']);
});

test('[CONF-10] the app config contains created_at and updated_at in seconds', async () => {
  const seconds = () => Math.floor(service.clock.now() / 1000);
  const id = 'latchkey-test-app-0000056';
  const bearer = service.config.adminKey;
  await service.call(adminRoutes.createApp, { bearer, body: { id, name: 'Changing' } });
  const createdS = seconds();
  service.clock.advance(60_000);
  await service.call(adminRoutes.updateApp, { bearer, params: { id }, body: { name: 'Changed' } });
  const { json } = await service.call(getAppRoute, { params: { id } });
  expect(json.created_at).toEqual(createdS);
  expect(json.updated_at).toEqual(createdS + 60);
});

test('the app config does not contain settings of custody and operation', async () => {
  const { json } = await getConfig();
  for (const name of [
    'session_key_binding',
    'sensitive_max_age',
    'token_issuer',
    'secret_hash',
    'allowed_origins',
    'max_users',
    'sms_regions',
    'test_credentials_enabled',
  ]) {
    expect(json).not.toHaveProperty(name);
  }
});

test('the app config tells a page whether its origin is allowed, and allows credentials only then', async () => {
  const allowed = await getConfig({ origin: 'https://app.example.com' });
  expect(allowed.json.origin_allowed).toBe(true);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');

  const other = await getConfig({ origin: 'https://evil.example' });
  expect(other.json.origin_allowed).toBe(false);
  expect(other.headers.get('access-control-allow-origin')).toBe('https://evil.example');
  expect(other.headers.get('access-control-allow-credentials')).toBeNull();

  const none = await getConfig({ origin: null });
  expect(none.json).not.toHaveProperty('origin_allowed');
  expect(none.headers.get('access-control-allow-origin')).toBeNull();
});

test('a request for the config of an unknown app gets app_not_found, which a page of an unknown origin may read', async () => {
  const { status, json, headers } = await service.call(getAppRoute, {
    params: { id: 'no-such-app-0000000000001' },
    origin: 'https://evil.example',
  });
  expect(status).toBe(404);
  expect(json.code).toBe('app_not_found');
  expect(headers.get('access-control-allow-origin')).toBe('https://evil.example');
});

test('sending a login code requires the id of an existing app in privy-app-id', async () => {
  const body = { email: 'a@example.com' };
  const missing = await service.call(emailRoutes.sendCode, { appId: null, body });
  expect(missing.status).toBe(400);
  expect(missing.json.code).toBe('missing_or_invalid_privy_app_id');
  const unknown = await service.call(emailRoutes.sendCode, { appId: 'no-such-app-0000000000001', body });
  expect(unknown.status).toBe(404);
  expect(unknown.json.code).toBe('app_not_found');
  // Pages of any enabled app may read the error.
  expect(unknown.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
});
