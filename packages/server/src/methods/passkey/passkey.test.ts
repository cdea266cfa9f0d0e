import {
  type Authenticator,
  createAuthenticator,
  createTestService,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import {
  guestRoutes,
  passkeyCreationReplySchema,
  passkeyRoutes,
  type Route,
  reauthenticateRoute,
  tokenReplySchema,
  type WireUser,
} from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closed,
  oneDomain,
  origins,
  passkeyApps,
  passkeyCalls,
  passkeysOf,
  told,
  without,
} from './passkeys.testkit.ts';

let service: TestService;
let calls: ReturnType<typeof passkeyCalls>;
beforeAll(async () => {
  service = await createTestService({ apps: passkeyApps });
  calls = passkeyCalls(service);
});
afterAll(() => service.close());

const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
test('[PASS-05, PASS-06, SDK-01] a user signs up with a passkey, and logs in with it later', async () => {
  expect(Object.values(passkeyRoutes).map(({ path }) => path)).toEqual(
    ['register/init', 'register', 'authenticate/init', 'authenticate', 'link/init', 'link', 'unlink'].map(
      (path) => `/api/v1/passkeys/${path}`,
    ),
  );
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startSignUp, { body: {} });
  expect(v.is(passkeyCreationReplySchema(), start.json)).toBe(true);
  expect(start.json.relying_party).toBe('http://localhost');
  expect(start.json.options).toMatchObject({
    rp: { name: 'Tidewater', id: 'localhost' },
    pub_key_cred_params: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    exclude_credentials: [],
    attestation: 'none',
    authenticator_selection: { resident_key: 'required', user_verification: 'required' },
  });
  expect(Buffer.from(start.json.options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);

  const body = { authenticator_response: authenticator.make(start.json.options) };
  const first = await service.call(passkeyRoutes.signUp, { body });
  expect(first.status).toBe(200);
  expect(first.json.is_new_user).toBe(true);
  expect(v.is(tokenReplySchema(), first.json)).toBe(true);

  const login = await calls.use(authenticator);
  expect(Object.keys(login.authenticator_response).sort()).toEqual([
    'authenticator_attachment',
    'client_extension_results',
    'id',
    'raw_id',
    'response',
    'type',
  ]);
  expect(Object.keys(login.authenticator_response.response).sort()).toEqual([
    'authenticator_data',
    'client_data_json',
    'signature',
    'user_handle',
  ]);
  service.clock.advance(5_000);
  const second = await calls.enter(login);
  expect(second.status).toBe(200);
  expect(second.json.is_new_user).toBe(false);
  expect(second.json.user?.id).toBe(first.json.user?.id);
  const [before, after] = [first, second].map(({ json }) => passkeysOf(json.user)[0]);
  expect(after?.latest_verified_at).toBe((before?.latest_verified_at ?? 0) + 5);
});

test('[PASS-07, LINK-02] a passkey is an account that shows what created it, and when', async () => {
  const { token } = await logIn(service, 'ada@example.com');
  const bearer = token ?? '';
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const made = authenticator.make(start.json.options, { aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' });
  const body = { authenticator_response: made };
  expect((await service.call(passkeyRoutes.link, { body })).json.code).toBe('missing_or_invalid_token');
  const { json } = await service.call(passkeyRoutes.link, {
    bearer,
    body,
    headers: { 'user-agent': chromeOnMac },
  });
  const at = Math.floor(service.clock.now() / 1000);
  expect(passkeysOf(json as unknown as WireUser)).toEqual([
    {
      type: 'passkey',
      credential_id: made.id,
      enrolled_in_mfa: false,
      authenticator_name: 'Apple Passwords',
      created_with_browser: 'Chrome',
      created_with_os: 'macOS',
      created_with_device: 'Mac',
      verified_at: at,
      first_verified_at: at,
      latest_verified_at: at,
    },
  ]);
  expect(start.json.options.user).toMatchObject({ name: 'ada@example.com', display_name: 'ada@example.com' });
  expect(JSON.stringify(json)).not.toMatch(/publicKey|handle|transports/);
});

test('[LINK-04, PASS-04] the sixth passkey of a user is refused, both before and after it is created', async () => {
  const { authenticator, bearer } = await calls.newcomer('five@example.com');
  const sixth = createAuthenticator();
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const handles = new Set([start.json.options.user.id]);
  for (let held = 1; held < 5; held += 1) {
    const next = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    handles.add(next.json.options.user.id);
    expect(next.json.options.exclude_credentials).toHaveLength(held);
    const body = { authenticator_response: authenticator.make(next.json.options) };
    expect((await service.call(passkeyRoutes.link, { bearer, body })).status).toBe(200);
  }
  expect(handles.size).toBe(1);
  const body = { authenticator_response: sixth.make(start.json.options) };
  const late = await service.call(passkeyRoutes.link, { bearer, body });
  const again = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  for (const { status, json } of [late, again]) {
    expect(status).toBe(422);
    expect(json.code).toBe('cannot_link_more_of_type');
    expect(json.error).toBe('Cannot link more passkeys to account.');
  }
});

test('[LINK-12, S40] an unlinked passkey no longer logs in; the last login account cannot be unlinked', async () => {
  const { authenticator, bearer, user } = await calls.newcomer('leaver@example.com');
  const [account] = passkeysOf(user);
  const credential_id = account?.type === 'passkey' ? account.credential_id : '';
  const unlinked = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect(unlinked.status).toBe(200);
  expect(passkeysOf(unlinked.json as unknown as WireUser)).toEqual([]);
  expect((await calls.enter(await calls.use(authenticator))).json.code).toBe('invalid_credentials');
  const twice = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect(twice.status).toBe(404);
  expect(twice.json.code).toBe('not_found');

  const only = createAuthenticator();
  const { json } = await calls.signUp(only);
  const [sole] = passkeysOf(json.user);
  const refused = await service.call(passkeyRoutes.unlink, {
    bearer: json.token ?? '',
    body: { credential_id: sole?.type === 'passkey' ? sole.credential_id : '' },
  });
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('cannot_unlink_sole_account');
});

test('[S40] a passkey that is a second factor cannot be unlinked', async () => {
  const { bearer, user } = await calls.newcomer('factor@example.com');
  const [account] = passkeysOf(user);
  const credential_id = account?.type === 'passkey' ? account.credential_id : '';
  const enrol = service.database.statement(
    'test_enrol',
    `update linked_accounts set details = details || '{"enrolled_in_mfa": true}' where subject = $1`,
  );
  await enrol([credential_id]);
  const { status, json } = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect(status).toBe(401);
  expect(json.code).toBe('missing_or_invalid_mfa');
  expect(json.error).toBe('Cannot unlink a passkey enrolled in MFA');
});

test('a passkey confirms the login of its own user only', async () => {
  const { authenticator, bearer } = await calls.newcomer('again@example.com');
  const { authenticator: other } = await calls.newcomer('another@example.com');
  service.clock.advance(700_000);
  const prove = async (by: Authenticator) =>
    service.call(reauthenticateRoute, {
      bearer,
      body: { method: 'passkey', ...(await calls.use(by)) },
    });
  expect((await prove(other)).json.code).toBe('invalid_credentials');
  expect((await prove(authenticator)).json.auth_time).toBe(Math.floor(service.clock.now() / 1000));
  expect((await service.call(passkeyRoutes.startLink, { bearer, body: {} })).status).toBe(200);
});

test('a guest who signs up with a passkey, or links one, stays the same user and is no longer a guest', async () => {
  for (const [index, act] of [calls.signUp, undefined].entries()) {
    const body = { guest_credential: String(index).repeat(43) };
    const { json: guest } = await service.call(guestRoutes.authenticate, { body });
    const bearer = guest.token ?? '';
    const authenticator = createAuthenticator();
    const { status, json } = act
      ? await act(authenticator, {}, { bearer })
      : await calls.link(authenticator, bearer);
    expect(status).toBe(200);
    const { json: back } = await calls.enter(await calls.use(authenticator));
    expect(back.user?.id).toEqual(guest.user?.id);
    expect(back.user?.is_guest).toBe(false);
    expect(JSON.stringify(json)).toContain(guest.user?.id);
  }
});

test("the app's settings decide if users sign up or log in with a passkey, and the domain of passkeys", async () => {
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startSignUp, { ...told({ appId: closed }), body: {} });
  expect(start.status).toBe(403);
  expect(start.json.code).toBe('disallowed_login_method');
  for (const route of [passkeyRoutes.startLogin, passkeyRoutes.startSignUp] as Route<unknown, unknown>[]) {
    const { json } = await service.call(route, { ...told({ appId: without }), body: {} });
    expect(json.code).toBe('disallowed_login_method');
  }
  const [, appOrigin = '', shopOrigin = ''] = origins;
  const onApp = { appId: oneDomain, origin: appOrigin };
  const first = await calls.signUp(authenticator, { origin: appOrigin }, onApp);
  expect(first.status).toBe(200);
  const onShop = { appId: oneDomain, origin: shopOrigin };
  const login = await calls.use(authenticator, { origin: shopOrigin }, onShop);
  expect(login.relying_party).toBe('https://tidewater.example');
  expect((await calls.enter(login, onShop)).json.user?.id).toBe(first.json.user?.id);
});

test('a passkey login without an Origin names a page, which must be one of the app', async () => {
  const start = (relying_party?: string) =>
    service.call(passkeyRoutes.startLogin, { origin: null, body: { relying_party } });
  expect((await start('https://app.tidewater.example')).json.options.rp_id).toBe('app.tidewater.example');
  expect((await start('https://evil.example')).json.code).toBe('origin_not_allowed');
  expect((await start()).json.code).toBe('invalid_data');
  expect((await start('tidewater')).json.code).toBe('invalid_data');
});

test('[S39] a malformed passkey response, or one with an id of more than 1,023 bytes, is refused as invalid_data', async () => {
  const { authenticator } = await calls.newcomer('shape@example.com');
  const login = await calls.use(authenticator);
  const { authenticator_response: answer } = login;
  const long = Buffer.alloc(1_024, 7).toString('base64url');
  for (const bad of [
    {},
    { ...answer, raw_id: `${answer.raw_id}A` },
    { ...answer, id: long, raw_id: long },
    { ...answer, type: 'password' },
    { ...answer, response: { ...answer.response, signature: 'not base64url!' } },
    { ...answer, response: { ...answer.response, client_data_json: 7 } },
  ]) {
    const { status, json } = await calls.enter({ ...login, authenticator_response: bad });
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
  }
});
