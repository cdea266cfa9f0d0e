import { createHash } from 'node:crypto';
import { createService } from '@latchkey/server';
import { createTestService, type TestService } from '@latchkey/testkit';
import {
  type AdminApp,
  type AdminAppBody,
  adminRoutes,
  emailRoutes,
  getAppRoute,
  type Route,
} from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';

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

test('the operator’s API creates an app, returns its secret once and stores only a hash of it', async () => {
  const created = await create({ name: 'New', allowed_origins: ['https://new.example'] });
  expect(created.status).toBe(200);
  const { id, app_secret: secret = '' } = created.json;
  expect(id).toMatch(/^[a-z0-9-]{25}$/);
  expect(created.json).toMatchObject({ name: 'New', managed_by: 'api', disabled: false, email_auth: true });

  const read = await service.call(adminRoutes.getApp, { params: { id }, bearer: key });
  expect(read.json).toEqual({ ...created.json, app_secret: undefined });
  const stored = await service.database.db.execute(sql`select secret_hash from apps where app_id = ${id}`);
  expect(stored).toMatchObject({
    rows: [{ secret_hash: createHash('sha256').update(secret).digest('hex') }],
  });
  expect((await service.call(getAppRoute, { params: { id } })).status).toBe(200);
});

test('every route of the operator for apps refuses a missing or wrong key, and requests from pages', async () => {
  for (const route of Object.values<Route<unknown, unknown>>(adminRoutes)) {
    const params = { id: service.app.id, kid: 'any' };
    for (const bearer of ['', 'wrong', `${key}x`, key.slice(1)]) {
      const { status, json } = await service.call(route, {
        params,
        ...(bearer ? { bearer } : {}),
        body: { name: 'x' },
      });
      expect(status).toBe(401);
      expect(json.code).toBe('missing_or_invalid_token');
    }
    const page = await service.call(route, {
      params,
      bearer: key,
      origin: 'http://localhost:3000',
      body: { name: 'x' },
    });
    expect(page.status).toBe(403);
    expect(page.json.code).toBe('origin_not_allowed');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('the operator’s API lists all apps, ordered by id', async () => {
  const id = 'aaaaaaaaaaaaaaaaaaaaaaaaa';
  await create({ id, name: 'First' });
  const { json } = await service.call(adminRoutes.listApps, { bearer: key });
  expect(json.apps.map((app) => app.id)).toEqual([id, service.app.id]);
});

test('an update of an app changes only what its body names', async () => {
  const { json: created } = await create({ name: 'New', disable_plus_emails: true });
  service.clock.advance(5000);
  const { json: changed } = await update(created.id, { name: 'Newer' });
  expect(changed).toMatchObject({ name: 'Newer', disable_plus_emails: true, version: 2 });
  expect(changed.updated_at).toBe(created.updated_at + 5);
  expect(changed.created_at).toBe(created.created_at);
});

test('the operator’s API refuses approval frame with wallets that any session can open, set in one change, in two, or in two at once', async () => {
  const approval = { approval: 'frame' };
  const anySession = { new_device_max_age: 0 };
  const refused = { status: 400, json: { code: 'invalid_data', data: { field: 'new_device_max_age' } } };
  expect(await create({ name: 'Both', ...approval, ...anySession })).toMatchObject(refused);
  for (const [first, second] of [
    [approval, anySession],
    [anySession, approval],
  ] as const) {
    const { json: app } = await create({ name: 'New', ...first });
    expect(await update(app.id, second)).toMatchObject(refused);
  }
  const { json: app } = await create({ name: 'New' });
  expect(app.new_device_max_age).toBe(600);
  const changes = await Promise.all([update(app.id, approval), update(app.id, anySession)]);
  expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('an update of an unknown app gets app_not_found', async () => {
  const { status, json } = await update('no-such-app-0000000000001', { name: 'x' });
  expect(status).toBe(404);
  expect(json.code).toBe('app_not_found');
});

const funding = {
  methods: ['external'],
  default_recommended_amount: '1',
  default_recommended_currency: { chain: 'eip155:1' },
  prompt_funding_on_wallet_creation: false,
};

test.each([
  [{ name: 'x', colour: 'red' }, 'colour'],
  [{ name: 'x', __proto: 1 }, '__proto'],
  [{}, 'name'],
  [{ name: 'x', id: 'short' }, 'id'],
  [{ name: 'x', wallet_auth: 'yes' }, 'wallet_auth'],
  [{ name: 'x', captcha_enabled: true, captcha_provider: 'turnstile' }, 'captcha_site_key'],
  [{ name: 'x', captcha_provider: 'other' }, 'captcha_provider'],
  [{ name: 'x', captcha_site_key: 'key' }, 'captcha_site_key'],
  [{ name: 'x', custom_api_url: 'https://example.com' }, 'custom_api_url'],
  [{ name: 'x', custom_api_url: 'https://privy.example.com/v1' }, 'custom_api_url'],
  [{ name: 'x', custom_api_url: 'https://*.example.com' }, 'custom_api_url'],
  [{ name: 'x', custom_api_url: 'http://privy.example.com' }, 'custom_api_url'],
  [{ name: 'x', custom_api_url: 'https://10.0.0.1' }, 'custom_api_url'],
  [
    {
      name: 'x',
      custom_api_url: 'https://privy.example.com',
      allowed_origins: ['https://privy.example.com'],
    },
    'custom_api_url',
  ],
  [{ name: 'x', allowed_origins: ['https://a.example', 'https://a.example/'] }, 'allowed_origins.1'],
  [{ name: 'x', embedding_origins: ['*'] }, 'embedding_origins.0'],
  [{ name: 'x', logo_url: 'javascript:alert(1)' }, 'logo_url'],
  [{ name: 'x', session_key_binding: 'loose' }, 'session_key_binding'],
  [{ name: 'x', new_device_max_age: -1 }, 'new_device_max_age'],
  [{ name: 'x', disabled: 'yes' }, 'disabled'],
  [{ name: 'x', theme: 'neon' }, 'theme'],
  [{ name: 'x', allowed_native_app_ids: ['com.example'] }, 'allowed_native_app_ids'],
  [{ name: 'x', allowed_native_app_url_schemes: ['example'] }, 'allowed_native_app_url_schemes'],
  [{ name: 'x', farcaster_link_wallets_enabled: true }, 'farcaster_link_wallets_enabled'],
  [{ name: 'x', mfa_methods: ['email'] }, 'mfa_methods.0'],
  [
    { name: 'x', funding_providers: { coinbase: { project_id: 'p' } } },
    'funding_providers.coinbase.key_name',
  ],
  [{ name: 'x', max_users: -1 }, 'max_users'],
  [{ name: 'x', max_users: 1.5 }, 'max_users'],
  [{ name: 'x', funding_config: { methods: ['cash'] } }, 'funding_config.methods.0'],
  [
    { name: 'x', funding_config: { ...funding, default_recommended_amount: '1e3' } },
    'funding_config.default_recommended_amount',
  ],
  [
    { name: 'x', funding_config: { ...funding, default_recommended_currency: { chain: 'base' } } },
    'funding_config.default_recommended_currency.chain',
  ],
  [{ name: 'x', telegram_auth_config: { bot_id: 4711 } }, 'telegram_auth_config.bot_id'],
  [{ name: 'x', accent_color: 'red' }, 'accent_color'],
  [{ name: 'x', managed_by: 'file' }, 'managed_by'],
  [{ name: 'x', version: 7 }, 'version'],
  [{ name: 'x', app_secret: 'mine' }, 'app_secret'],
])('the operator’s API refuses an app with %j and names the field', async (body, field) => {
  const { status, json } = await create(body);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
  expect(json.data?.field).toEqual(field);
  expect(json.error).toContain(field);
});

test('[CONF-23] the operator’s API accepts the three wallet-creation modes, and refuses another one and names the field', async () => {
  const walletConfig = (mode: string) => ({
    create_on_login: mode,
    user_owned_recovery_options: [],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  });
  const { json: app } = await create({ name: 'x' });
  for (const mode of ['off', 'users-without-wallets', 'all-users']) {
    const { status, json } = await update(app.id, { embedded_wallet_config: walletConfig(mode) });
    expect(status).toBe(200);
    expect(json.embedded_wallet_config?.create_on_login).toEqual(mode);
  }
  const { status, json } = await update(app.id, { embedded_wallet_config: walletConfig('always') });
  expect(status).toBe(400);
  expect(json.data?.field).toBe('embedded_wallet_config.create_on_login');
});

test('[S56] the operator’s API refuses an app whose body has a prototype, a field that operators cannot set or a wrong type, and changes nothing', async () => {
  const { json: app } = await create({ name: 'x' });
  const wallets =
    '"create_on_login":"off","user_owned_recovery_options":[],"require_user_owned_recovery_on_create":false,"require_user_password_on_create":false';
  const bodies = [
    '{"name":"x","__proto__":{"disabled":true}}',
    '{"name":"x","constructor":{"prototype":{"a":1}}}',
    '{"name":"x","prototype":{"a":1}}',
    '{"name":"x","toString":"y"}',
    `{"embedded_wallet_config":{${wallets},"__proto__":{"disabled":true}}}`,
    `{"embedded_wallet_config":{${wallets},"constructor":{"prototype":{"disabled":true}}}}`,
    '{"allowlist_config":{"error_title":null,"error_detail":null,"cta_text":null,"cta_link":null,"__proto__":{"disabled":true}}}',
    '{"name":"x","managed_by":"file"}',
    '{"name":"x","created_at":0}',
    '{"name":"x","verification_key":"mine"}',
    '[{"name":"x"}]',
    '"x"',
    'null',
    '{"name":{"toString":"x"}}',
    '{"name":["x"]}',
  ];
  const send = (method: string, path: string, body: string) =>
    service.fetch(
      new Request(`http://localhost:4000${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body,
      }),
    );
  for (const body of bodies) {
    for (const [method, path] of [
      ['POST', '/api/v1/admin/apps'],
      ['PATCH', `/api/v1/admin/apps/${app.id}`],
    ] as const) {
      expect((await send(method, path, body)).status, `${method} ${body}`).toBe(400);
    }
  }
  // Of two fields with the same name the last one counts, and is checked.
  expect((await send('PATCH', `/api/v1/admin/apps/${app.id}`, '{"name":"x","name":7}')).status).toBe(400);
  expect(({} as Record<string, unknown>).disabled).toBeUndefined();
  const { json } = await service.call(adminRoutes.getApp, { params: { id: app.id }, bearer: key });
  expect(json).toEqual({ ...app, app_secret: undefined });
});

test('a change of an app takes effect at another process within 10 s, and further requests at the same moment do not look for changes again', async () => {
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const { app } = service;
  let looks = 0;
  const counted = {
    ...database,
    statement: <Row>(name: string, text: string) => {
      const run = database.statement<Row>(name, text);
      return (values: readonly unknown[]) => {
        if (name === 'apps_version') looks += 1;
        return run(values);
      };
    },
  };
  const other = await createService({ config, database: counted, mailer, clock, apps: [app] });
  const { json: created } = await create({ name: 'New', allowed_origins: ['https://old.example'] });
  const fetchFrom = async (origin: string) => {
    const headers = { 'content-type': 'application/json', 'privy-app-id': created.id, origin };
    const url = `http://localhost:4000${emailRoutes.authenticate.path}`;
    const body = JSON.stringify({ email: 'a@example.com', code: '000000' });
    return (await other.fetch(new Request(url, { method: 'POST', headers, body }))).status;
  };
  expect(await fetchFrom('https://old.example')).toBe(422);
  expect(looks).toBe(1);
  for (let request = 0; request < 20; request += 1) await fetchFrom('https://old.example');
  expect(looks).toBe(1);

  await update(created.id, { allowed_origins: ['https://new.example'] });
  // After a silence the first request waits for the check.
  clock.advance(10_000);
  expect(await fetchFrom('https://old.example')).toBe(403);
  expect(await fetchFrom('https://new.example')).toBe(422);
  expect(looks).toBe(2);

  // Under steady traffic the check runs beside the requests, and the change takes effect soon after.
  await update(created.id, { email_auth: false });
  clock.advance(1_000);
  await expect.poll(() => fetchFrom('https://new.example')).toBe(403);
  await other.close();
});

test('settings that are changed with the API are stored and returned', async () => {
  const { json: app } = await create({ name: 'x' });
  const { managed_by, disabled, version, created_at, updated_at, app_secret, id, ...settings } = app;
  const changed: Partial<AdminApp> = {
    name: 'y',
    logo_url: 'https://example.com/l.png',
    icon_url: 'https://example.com/i.png',
    theme: 'dark',
    accent_color: '#112233',
    show_wallet_login_first: true,
    allowlist_enabled: true,
    allowlist_config: {
      error_title: 'a',
      error_detail: 'b',
      cta_text: 'c',
      cta_link: 'https://example.com/',
    },
    disable_plus_emails: true,
    terms_and_conditions_url: 'https://example.com/t',
    privacy_policy_url: 'https://example.com/p',
    require_users_accept_terms: true,
    embedded_wallet_config: {
      create_on_login: 'all-users',
      solana: { create_on_login: 'users-without-wallets' },
      user_owned_recovery_options: ['icloud'],
      require_user_owned_recovery_on_create: true,
      require_user_password_on_create: true,
    },
    wallet_connect_cloud_project_id: 'p',
    captcha_provider: 'proof-of-work',
    captcha_site_key: 't:key',
    twitter_oauth_on_mobile_enabled: true,
    enforce_wallet_uis: false,
    legacy_wallet_ui_config: true,
    telegram_auth_config: { bot_id: '1', bot_name: 'b', link_enabled: true, seamless_auth_enabled: true },
    funding_config: {
      methods: ['external'],
      options: [{ method: 'external', provider: 'any' }],
      default_recommended_amount: '1',
      default_recommended_currency: { chain: 'eip155:1' },
      prompt_funding_on_wallet_creation: true,
      cross_chain_bridging_enabled: true,
    },
    max_linked_wallets_per_user: 5,
    allowed_origins: ['https://app.example.com'],
    embedding_origins: ['https://mini.example.com'],
    token_issuer: 'privy.io',
    session_key_binding: 'strict',
    new_device_max_age: 1,
    sensitive_max_age: 2,
    max_users: 3,
    farcaster_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    passkey_rp_id: 'example.com',
    undo_url: 'https://app.example.com/account',
    telegram_auth: true,
    wallet_auth: true,
    solana_wallet_auth: true,
    google_oauth: true,
    twitter_oauth: true,
    discord_oauth: true,
    github_oauth: true,
    spotify_oauth: true,
    instagram_oauth: true,
    tiktok_oauth: true,
    linkedin_oauth: true,
    apple_oauth: true,
    oidc_oauth: true,
    oauth_clients: {
      google: { client_id: 'g' },
      oidc: { client_id: 'o', issuer: 'https://login.example.com', name: 'Example' },
    },
    oauth_tokens: true,
    account_transfer: true,
    sms_auth: true,
    sms_regions: ['DE'],
    guest_auth: true,
    custom_jwt_auth: true,
    custom_jwt_config: {
      issuer: 'https://login.example.com',
      key_set_url: 'https://login.example.com/keys.json',
      algorithms: ['EdDSA'],
      audience: 'app',
      subject_claim: 'user_id',
    },
    test_credentials_enabled: true,
    allow_raw_signing: true,
    legacy_custody_token: true,
    legacy_export_verification: true,
    published_clients: true,
  };
  // Settings that this test does not change have a value too.
  const unbuilt = Object.keys(settings).filter((field) => !(field in changed));
  expect(unbuilt.every((field) => settings[field as 'email_auth'] !== undefined)).toBe(true);
  const { status, json } = await update(id, changed);
  expect(status).toBe(200);
  expect(json).toEqual({ ...app, ...changed, app_secret: undefined, version: 2 });
  expect((await service.call(adminRoutes.getApp, { params: { id }, bearer: key })).json).toEqual(json);
});

test('an app of the apps file cannot have the id of an app that was created with the API', async () => {
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const { json: created } = await create({ name: 'New' });
  const starting = createService({
    config,
    database,
    mailer,
    clock,
    apps: [{ id: created.id, name: 'Mine' }],
  });
  await expect(starting).rejects.toThrow(created.id);
});
