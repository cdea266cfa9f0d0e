import {
  type Authenticator,
  type CeremonyFlaws,
  createAuthenticator,
  createTestService,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import {
  guestRoutes,
  limits,
  passkeyCreationReplySchema,
  passkeyRequestReplySchema,
  passkeyRoutes,
  sessionRoutes,
  tokenReplySchema,
  type WireUser,
} from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const origins = ['http://localhost:3000', 'https://app.tidewater.example', 'https://shop.tidewater.example'];
const apps = [
  {
    id: 'latchkey-test-app-0000001',
    name: 'Tidewater',
    email_auth: true,
    guest_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    sensitive_max_age: 600,
    allowed_origins: origins,
  },
  { id: 'latchkey-test-app-0000002', name: 'Closed', passkey_auth: true, allowed_origins: origins },
  {
    id: 'latchkey-test-app-0000003',
    name: 'One domain',
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    passkey_rp_id: 'tidewater.example',
    allowed_origins: origins,
  },
  { id: 'latchkey-test-app-0000004', name: 'Without', allowed_origins: origins },
];
const [, closed, oneDomain, without] = apps.map(({ id }) => id);

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  const { pino } = await import('pino');
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  service = await createTestService({ apps, log });
});
afterAll(() => service.close());

type Where = {
  appId?: string | undefined;
  origin?: string | null;
  bearer?: string;
  headers?: Record<string, string>;
};
const told = ({ appId, ...where }: Where) => ({ ...where, ...(appId === undefined ? {} : { appId }) });

/** Begins a login, and gives what the authenticator answers. */
async function use(authenticator: Authenticator, flaws: CeremonyFlaws = {}, where: Where = {}) {
  const { json } = await service.call(passkeyRoutes.startLogin, { ...told(where), body: {} });
  const { options, relying_party } = json;
  return {
    relying_party,
    challenge: options.challenge,
    authenticator_response: authenticator.use(options, flaws),
  };
}

const enter = (body: unknown, where: Where = {}) =>
  service.call(passkeyRoutes.authenticate, { ...told(where), body });

async function signUp(authenticator: Authenticator, flaws: CeremonyFlaws = {}, where: Where = {}) {
  const start = await service.call(passkeyRoutes.startSignUp, { ...told(where), body: {} });
  const { options, relying_party } = start.json;
  const body = { relying_party, authenticator_response: authenticator.make(options, flaws) };
  return service.call(passkeyRoutes.signUp, { ...told(where), body });
}

async function link(authenticator: Authenticator, bearer: string, flaws: CeremonyFlaws = {}) {
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  if (start.status !== 200) return start;
  const { options, relying_party } = start.json;
  const body = { relying_party, authenticator_response: authenticator.make(options, flaws) };
  return service.call(passkeyRoutes.link, { bearer, body });
}

/** Somebody who logged in by e-mail and linked a passkey. */
async function newcomer(email: string) {
  const { token, user } = await logIn(service, email);
  const authenticator = createAuthenticator();
  const bearer = token ?? '';
  const linked = await link(authenticator, bearer);
  expect(linked.status).toBe(200);
  return { authenticator, bearer, userId: user?.id, user: linked.json as unknown as WireUser };
}

const passkeysOf = (user: WireUser | null | undefined) =>
  user?.linked_accounts.filter((account) => account.type === 'passkey') ?? [];

const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

test('[PASS-05, PASS-06] somebody signs up with a passkey, and comes back with it', async () => {
  expect(Object.values(passkeyRoutes).map(({ path }) => path)).toEqual(
    ['register/init', 'register', 'authenticate/init', 'authenticate', 'link/init', 'link', 'unlink'].map(
      (path) => `/api/v1/passkeys/${path}`,
    ),
  );
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startSignUp, { body: {} });
  expect(v.is(passkeyCreationReplySchema, start.json)).toBe(true);
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
  expect([first.status, first.json.is_new_user]).toEqual([200, true]);
  expect(v.is(tokenReplySchema, first.json)).toBe(true);

  const login = await use(authenticator);
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
  const second = await enter(login);
  expect([second.status, second.json.is_new_user]).toEqual([200, false]);
  expect(second.json.user?.id).toBe(first.json.user?.id);
  const [before, after] = [first, second].map(({ json }) => passkeysOf(json.user)[0]);
  expect(after?.latest_verified_at).toBe((before?.latest_verified_at ?? 0) + 5);
});

test('[PASS-07] a passkey is an account that says what made it, and when', async () => {
  const { token } = await logIn(service, 'ada@example.com');
  const bearer = token ?? '';
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const made = authenticator.make(start.json.options, { aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' });
  const { json } = await service.call(passkeyRoutes.link, {
    bearer,
    body: { authenticator_response: made },
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

test('[LINK-04, PASS-04] the sixth passkey of a user is refused, before one is made and after', async () => {
  const { authenticator, bearer } = await newcomer('five@example.com');
  const sixth = createAuthenticator();
  const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
  const handles = new Set([start.json.options.user.id]);
  for (let held = 1; held < limits.passkeys; held += 1) {
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
    expect([status, json.code]).toEqual([422, 'cannot_link_more_of_type']);
    expect(json.error).toBe('Cannot link more passkeys to account.');
  }
});

test('[LINK-12] a passkey is unlinked, and opens nothing from then on; the last way in stays', async () => {
  const { authenticator, bearer, user } = await newcomer('leaver@example.com');
  const [account] = passkeysOf(user);
  const credential_id = account?.type === 'passkey' ? account.credential_id : '';
  const unlinked = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect([unlinked.status, passkeysOf(unlinked.json as unknown as WireUser)]).toEqual([200, []]);
  expect((await enter(await use(authenticator))).json.code).toBe('invalid_credentials');
  const twice = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect([twice.status, twice.json.code]).toEqual([404, 'not_found']);

  const only = createAuthenticator();
  const { json } = await signUp(only);
  const [sole] = passkeysOf(json.user);
  const refused = await service.call(passkeyRoutes.unlink, {
    bearer: json.token ?? '',
    body: { credential_id: sole?.type === 'passkey' ? sole.credential_id : '' },
  });
  expect([refused.status, refused.json.code]).toEqual([422, 'cannot_unlink_sole_account']);
});

test('a passkey that is a second factor cannot be unlinked', async () => {
  const { bearer, user } = await newcomer('factor@example.com');
  const [account] = passkeysOf(user);
  const credential_id = account?.type === 'passkey' ? account.credential_id : '';
  const enrol = service.database.statement(
    'test_enrol',
    `update linked_accounts set details = details || '{"enrolled_in_mfa": true}' where subject = $1`,
  );
  await enrol([credential_id]);
  const { status, json } = await service.call(passkeyRoutes.unlink, { bearer, body: { credential_id } });
  expect([status, json.code, json.error]).toEqual([
    401,
    'missing_or_invalid_mfa',
    'Cannot unlink a passkey enrolled in MFA',
  ]);
});

describe('[S39] a login is refused', () => {
  let victim: Awaited<ReturnType<typeof newcomer>>;
  beforeAll(async () => {
    victim = await newcomer('victim@example.com');
  });

  const flaws: [name: string, flaws: CeremonyFlaws][] = [
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from another page of the app than the one that began it', { origin: 'https://shop.tidewater.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with a challenge that nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['that was signed as a registration', { type: 'webauthn.create' }],
    ['in a frame of another origin', { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ['in a frame of an origin that is not told', { crossOrigin: true }],
    ['with a top origin and no frame', { topOrigin: 'https://evil.example' }],
    ['that nobody unlocked', { isUserVerified: false }],
    ['that nobody touched', { isUserPresent: false }],
    ['of a passkey that is not known', { id: Buffer.alloc(32, 8).toString('base64url') }],
    ['for another user handle', { handle: Buffer.alloc(32, 9).toString('base64url') }],
    ['without a user handle', { handle: null }],
  ];
  test.each(flaws)('%s, in the same words', async (_, flaw) => {
    const { status, json } = await enter(await use(victim.authenticator, flaw));
    expect([status, json.code, json.error]).toEqual([
      422,
      'invalid_credentials',
      'The passkey could not be verified',
    ]);
  });

  test('that is shown again, or late, or to another app, or with another challenge beside it', async () => {
    const { authenticator } = victim;
    const login = await use(authenticator);
    expect((await enter(login)).status).toBe(200);
    expect((await enter(login)).json.code).toBe('invalid_credentials');

    const late = await use(authenticator);
    service.clock.advance(limits.passkeyChallengeLifeMs);
    expect((await enter(late)).json.code).toBe('invalid_credentials');

    const foreign = await use(authenticator, {}, { appId: closed });
    expect((await enter(foreign)).json.code).toBe('invalid_credentials');
    const own = await use(authenticator);
    expect((await enter(own, { appId: closed })).json.code).toBe('invalid_credentials');

    const other = await use(authenticator);
    const mixed = { ...(await use(authenticator)), challenge: other.challenge };
    expect((await enter(mixed)).json.code).toBe('invalid_credentials');
    expect((await enter(await use(authenticator))).status).toBe(200);
  });

  test('and burns its challenge: what is wrong is not tried twice', async () => {
    const { json } = await service.call(passkeyRoutes.startLogin, { body: {} });
    const { options } = json;
    const answer = (flaw: CeremonyFlaws) => ({
      challenge: options.challenge,
      authenticator_response: victim.authenticator.use(options, flaw),
    });
    expect((await enter(answer({ isUserVerified: false }))).json.code).toBe('invalid_credentials');
    expect((await enter(answer({}))).json.code).toBe('invalid_credentials');
  });

  test('by a challenge of another ceremony', async () => {
    const { authenticator, bearer } = victim;
    const { json: signUpStart } = await service.call(passkeyRoutes.startSignUp, { body: {} });
    const { json: linkStart } = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    for (const { challenge } of [signUpStart.options, linkStart.options]) {
      const options = {
        challenge,
        rp_id: 'localhost',
        timeout: 1,
        allow_credentials: [],
        user_verification: 'required',
      } as const;
      const answer = { challenge, authenticator_response: authenticator.use(options) };
      expect((await enter(answer)).json.code).toBe('invalid_credentials');
    }
  });

  test('from another page than the request comes from', async () => {
    const login = await use(victim.authenticator);
    const { json } = await enter(login, { origin: 'https://app.tidewater.example' });
    expect(json.code).toBe('invalid_credentials');
  });
});

test('[S39] a counter that goes back is refused and told of; one that stays at zero is none', async () => {
  const { authenticator } = await newcomer('counter@example.com');
  const tryWith = async (count: number) => (await enter(await use(authenticator, { count }))).status;
  expect([await tryWith(0), await tryWith(0), await tryWith(5), await tryWith(6)]).toEqual([
    200, 200, 200, 200,
  ]);
  lines.length = 0;
  expect([await tryWith(6), await tryWith(3), await tryWith(0)]).toEqual([422, 422, 422]);
  expect(lines.filter((line) => line.includes('counter went back'))).toHaveLength(3);
  expect(lines.join()).not.toContain('counter@example.com');
  const at = await Promise.all([use(authenticator, { count: 9 }), use(authenticator, { count: 9 })]);
  const statuses = (await Promise.all(at.map((login) => enter(login)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 422]);
});

test('[S39] whether a passkey is backed up is kept, and follows each use', async () => {
  const { authenticator, userId } = await newcomer('backup@example.com');
  const read = service.database.statement<{ credential: Record<string, unknown> }>(
    'test_credential',
    "select credential from linked_accounts where user_id = $1 and type = 'passkey'",
  );
  const stored = async () => (await read([userId ?? '']))[0]?.credential;
  expect(await stored()).toMatchObject({ mayBeBackedUp: false, isBackedUp: false, rpId: 'localhost' });
  expect((await enter(await use(authenticator, { isBackedUp: true }))).status).toBe(200);
  expect(await stored()).toMatchObject({ isBackedUp: true, count: 0 });
});

test('[S39] what a login is begun with names no passkey, whoever asks', async () => {
  const { bearer } = await newcomer('hidden@example.com');
  for (const where of [{}, { bearer }]) {
    const { json } = await service.call(passkeyRoutes.startLogin, { ...where, body: {} });
    expect(v.is(passkeyRequestReplySchema, json)).toBe(true);
    expect(json.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rp_id: 'localhost',
      allow_credentials: [],
      user_verification: 'required',
    });
  }
});

describe('[S39] a passkey is made', () => {
  test('for nobody by a flawed answer, a used challenge or one of somebody else', async () => {
    const victim = await logIn(service, 'owner@example.com');
    const attacker = await logIn(service, 'attacker@example.com');
    for (const flaw of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
      { crossOrigin: true, topOrigin: 'https://evil.example' },
      { isUserVerified: false },
      { isUserPresent: false },
      { challenge: Buffer.alloc(32, 7).toString('base64url') },
    ]) {
      expect((await link(createAuthenticator(), victim.token ?? '', flaw)).json.code).toBe(
        'invalid_credentials',
      );
      expect((await signUp(createAuthenticator(), flaw)).json.code).toBe('invalid_credentials');
    }
    const start = await service.call(passkeyRoutes.startLink, { bearer: attacker.token ?? '', body: {} });
    const body = { authenticator_response: createAuthenticator().make(start.json.options) };
    const planted = await service.call(passkeyRoutes.link, { bearer: victim.token ?? '', body });
    expect(planted.json.code).toBe('invalid_credentials');
    const signedUp = await service.call(passkeyRoutes.signUp, { body });
    expect(signedUp.json.code).toBe('invalid_credentials');
  });

  test('never over one that somebody has: not by a sign-up, not by a link', async () => {
    const { authenticator, user } = await newcomer('holder@example.com');
    const [account] = passkeysOf(user);
    const id = account?.type === 'passkey' ? account.credential_id : '';
    const thief = createAuthenticator();
    expect((await signUp(thief, { id })).json.code).toBe('linked_to_another_user');
    const { json: guest } = await service.call(guestRoutes.authenticate, {
      body: { guest_credential: 'g'.repeat(43) },
    });
    const asGuest = await signUp(thief, { id }, { bearer: guest.token ?? '' });
    expect(asGuest.json.code).toBe('linked_to_another_user');
    const { token } = await logIn(service, 'thief@example.com');
    expect((await link(thief, token ?? '', { id })).json.code).toBe('linked_to_another_user');
    expect((await enter(await use(thief, { passkey: id } as CeremonyFlaws))).json.code).toBe(
      'invalid_credentials',
    );
    expect((await enter(await use(authenticator))).status).toBe(200);
  });

  test('once: a link whose answer was lost, sent again, answers the user as they are', async () => {
    const { token } = await logIn(service, 'lost@example.com');
    const bearer = token ?? '';
    const { json } = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    const body = { authenticator_response: createAuthenticator().make(json.options) };
    const answers = [
      await service.call(passkeyRoutes.link, { bearer, body }),
      await service.call(passkeyRoutes.link, { bearer, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.json).toEqual(answers[0]?.json);
  });

  test('for a login that is not too old, and by who is signed in', async () => {
    const { token } = await logIn(service, 'old@example.com');
    const bearer = token ?? '';
    const nobody = await service.call(passkeyRoutes.startLink, { body: {} });
    expect([nobody.status, nobody.json.code]).toEqual([401, 'missing_or_invalid_token']);
    service.clock.advance(601_000);
    const old = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    expect([old.status, old.json.code]).toEqual([403, 'recent_login_required']);
  });
});

test('a passkey proves again who somebody is, and nobody else', async () => {
  const { authenticator, bearer } = await newcomer('again@example.com');
  const { authenticator: other } = await newcomer('another@example.com');
  service.clock.advance(700_000);
  const prove = async (by: Authenticator) =>
    service.call(sessionRoutes.reauthenticate, { bearer, body: { method: 'passkey', ...(await use(by)) } });
  expect((await prove(other)).json.code).toBe('invalid_credentials');
  expect((await prove(authenticator)).json.auth_time).toBe(Math.floor(service.clock.now() / 1000));
  expect((await service.call(passkeyRoutes.startLink, { bearer, body: {} })).status).toBe(200);
});

test('a guest who signs up with a passkey, or links one, stays the same user and is no guest', async () => {
  for (const [index, act] of [signUp, undefined].entries()) {
    const body = { guest_credential: String(index).repeat(43) };
    const { json: guest } = await service.call(guestRoutes.authenticate, { body });
    const bearer = guest.token ?? '';
    const authenticator = createAuthenticator();
    const { status, json } = act
      ? await act(authenticator, {}, { bearer })
      : await link(authenticator, bearer);
    expect(status).toBe(200);
    const { json: back } = await enter(await use(authenticator));
    expect([back.user?.id, back.user?.is_guest]).toEqual([guest.user?.id, false]);
    expect(JSON.stringify(json)).toContain(guest.user?.id);
  }
});

test('an app says who may sign up, who may log in, and for which domain', async () => {
  const authenticator = createAuthenticator();
  const start = await service.call(passkeyRoutes.startSignUp, { ...told({ appId: closed }), body: {} });
  expect([start.status, start.json.code]).toEqual([403, 'disallowed_login_method']);
  for (const route of [passkeyRoutes.startLogin, passkeyRoutes.startSignUp]) {
    const { json } = await service.call(route, { ...told({ appId: without }), body: {} });
    expect(json.code).toBe('disallowed_login_method');
  }
  const [, appOrigin = '', shopOrigin = ''] = origins;
  const onApp = { appId: oneDomain, origin: appOrigin };
  const first = await signUp(authenticator, { origin: appOrigin }, onApp);
  expect(first.status).toBe(200);
  const onShop = { appId: oneDomain, origin: shopOrigin };
  const login = await use(authenticator, { origin: shopOrigin }, onShop);
  expect(login.relying_party).toBe('https://tidewater.example');
  expect((await enter(login, onShop)).json.user?.id).toBe(first.json.user?.id);
});

test('who has no Origin names the page, which must be one of the app', async () => {
  const start = (relying_party?: string) =>
    service.call(passkeyRoutes.startLogin, { origin: null, body: { relying_party } });
  expect((await start('https://app.tidewater.example')).json.options.rp_id).toBe('app.tidewater.example');
  expect((await start('https://evil.example')).json.code).toBe('origin_not_allowed');
  expect((await start()).json.code).toBe('invalid_data');
  expect((await start('tidewater')).json.code).toBe('invalid_data');
});

test('what is no answer of an authenticator is refused as invalid_data', async () => {
  const { authenticator } = await newcomer('shape@example.com');
  const login = await use(authenticator);
  const { authenticator_response: answer } = login;
  const long = 'A'.repeat(1_365);
  for (const bad of [
    {},
    { ...answer, raw_id: `${answer.raw_id}A` },
    { ...answer, id: long, raw_id: long },
    { ...answer, type: 'password' },
    { ...answer, response: { ...answer.response, signature: 'not base64url!' } },
    { ...answer, response: { ...answer.response, client_data_json: 7 } },
  ]) {
    const { status, json } = await enter({ ...login, authenticator_response: bad });
    expect([status, json.code]).toEqual([400, 'invalid_data']);
  }
});
