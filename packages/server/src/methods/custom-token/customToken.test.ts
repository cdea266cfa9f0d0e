import { createTestService, type Issuer, logIn, startIssuer, type TestService } from '@latchkey/testkit';
import { adminRoutes, customTokenRoutes, guestRoutes, reauthenticateRoute } from '@latchkey/wire';
import { type CryptoKey, exportPKCS8, exportSPKI, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let issuer: Issuer;
/** Key pair of an app whose settings have a public key and no address of a key set. */
let pinned: { publicKey: CryptoKey; privateKey: CryptoKey };
/** Returns the service's time once it runs, so that tokens and service share one clock. */
const now = () => service?.clock.now() ?? Date.now();

const rules = { issuer: 'https://login.tidewater.example', audience: 'tidewater' };
const app = (number: number, settings: object) => ({
  id: `latchkey-test-app-000000${number}`,
  name: 'Own sign-in',
  custom_jwt_auth: true,
  guest_auth: true,
  allowed_origins: ['http://localhost:3000'],
  ...settings,
});

beforeAll(async () => {
  issuer = await startIssuer(now);
  const key_set_url = issuer.url;
  pinned = await generateKeyPair('ES256', { extractable: true });
  const public_key = await exportSPKI(pinned.publicKey);
  service = await createTestService({
    apps: [
      app(1, { custom_jwt_config: { ...rules, key_set_url, algorithms: ['ES256'] } }),
      app(2, { custom_jwt_config: { issuer: rules.issuer, public_key, subject_claim: 'user_id' } }),
      app(3, { custom_jwt_auth: false }),
    ],
  });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const claims = (more: Record<string, unknown> = {}) => ({
  iss: rules.issuer,
  aud: rules.audience,
  sub: 'ada',
  ...more,
});
const enter = (token: string, input: { appId?: string; bearer?: string } = {}) =>
  service.call(customTokenRoutes.authenticate, { ...input, body: { token } });
const pem = (text: string) => `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----`;
const countSessions = async () => {
  const count = service.database.statement<{ n: number }>(
    'test_session_count',
    'select count(*)::int as n from sessions',
  );
  return (await count([]))[0]?.n;
};

test("[JWT-01, JWT-02, SDK-01] a token of the host's issuer starts a session of a user with an account of type custom_auth", async () => {
  const { status, json } = await enter(await issuer.sign(claims({ sub: 'user|42' })));
  expect(status).toBe(200);
  expect(json.is_new_user).toBe(true);
  expect(json.user?.linked_accounts).toEqual([
    expect.objectContaining({ type: 'custom_auth', custom_user_id: 'user|42' }),
  ]);
  expect(json.token).toMatch(/^ey/);
  const again = await enter(await issuer.sign(claims({ sub: 'user|42', aud: ['other', rules.audience] })));
  expect(again.json.user?.id).toEqual(json.user?.id);
  expect(again.json.is_new_user).toBe(false);
  const other = await enter(await issuer.sign(claims({ sub: 'USER|42' })));
  expect(other.json.user?.id).not.toBe(json.user?.id);
});

const inS = (seconds: number) => Math.floor(now() / 1000) + seconds;

/** Tokens that the app must refuse, by their flaw, which completes the test's title. */
const flawed: Record<string, () => Promise<string>> = {
  'signed by another key': async () =>
    issuer.sign(claims(), { key: (await generateKeyPair('ES256')).privateKey }),
  'signed by the key in its own header': async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const { d: _, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey);
    return issuer.sign(claims(), { key: privateKey, header: { alg: 'ES256', jwk: jwk as JWK } });
  },
  'of an algorithm that the app does not accept': async () => {
    const { privateKey } = await generateKeyPair('RS256');
    return issuer.sign(claims(), { key: privateKey, header: { alg: 'RS256' } });
  },
  'signed with the public key as if it were a secret': async () =>
    issuer.sign(claims(), {
      key: new TextEncoder().encode(issuer.publicKey()),
      header: { alg: 'HS256' },
    }),
  'without a signature by any key': async () => {
    const [, body = ''] = (await issuer.sign(claims())).split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.AA`;
  },
  'changed after it was signed': async () => {
    const [head, , signature] = (await issuer.sign(claims())).split('.');
    return `${head}.${Buffer.from(JSON.stringify(claims({ exp: inS(60) }))).toString('base64url')}.${signature}`;
  },
  'of another issuer': () => issuer.sign(claims({ iss: `${rules.issuer}/` })),
  'for another audience': () => issuer.sign(claims({ aud: 'tidewater-staging' })),
  'without an audience': () => issuer.sign(claims({ aud: undefined })),
  'that expired more than a minute ago': () => issuer.sign(claims({ exp: inS(-61) })),
  'without an expiry': () => issuer.sign(claims({ exp: undefined })),
  'that becomes valid only in more than a minute': () => issuer.sign(claims({ nbf: inS(61) })),
  'without a subject': () => issuer.sign(claims({ sub: undefined })),
  'with an empty subject': () => issuer.sign(claims({ sub: '' })),
  'with a control character in its subject': () => issuer.sign(claims({ sub: 'a\u0000b' })),
  'with a subject of 257 characters': () => issuer.sign(claims({ sub: 'a'.repeat(257) })),
};

test.each(Object.keys(flawed))('[JWT-01, S43] no session starts with a token %s', async (flaw) => {
  const before = await countSessions();
  const { status, json } = await enter((await flawed[flaw]?.()) ?? '');
  expect(status).toBe(422);
  expect(json.code).toBe('invalid_credentials');
  expect(await countSessions()).toBe(before);
});

test("a token of the host is accepted if its issuer's clock is off by less than a minute", async () => {
  expect((await enter(await issuer.sign(claims({ exp: inS(-59), nbf: inS(59) })))).status).toBe(200);
});

test("the app's settings decide which key verifies a token and which claim is its subject", async () => {
  const { id } = app(2, {});
  const sign = (claims: object) => issuer.sign({ iss: rules.issuer, ...claims }, { key: pinned.privateKey });
  const token = await sign({ sub: 'not this', user_id: 'u-7' });
  const { json } = await enter(token, { appId: id });
  expect(json.user?.linked_accounts).toEqual([expect.objectContaining({ custom_user_id: 'u-7' })]);
  const without = await enter(await sign({ sub: 'x' }), { appId: id });
  expect(without.json.code).toBe('invalid_credentials');
});

test('an app without custom_jwt_auth refuses a valid token, and malformed tokens are refused as invalid_data', async () => {
  const off = await enter(await issuer.sign(claims()), { appId: app(3, {}).id });
  expect(off.status).toBe(403);
  expect(off.json.code).toBe('disallowed_login_method');
  for (const token of ['', 'a.b', 'a.b.c.d.e', `${'a'.repeat(17_000)}.b.c`]) {
    expect((await enter(token)).json.code).toBe('invalid_data');
  }
});

test('a token of the host turns a guest into its user; a guest with a wallet is refused if another user has the account, with a message that clients know', async () => {
  const guest = async () => {
    const guest_credential = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    return (await service.call(guestRoutes.authenticate, { body: { guest_credential } })).json;
  };
  const first = await guest();
  const token = await issuer.sign(claims({ sub: 'was-a-guest' }));
  const { json } = await enter(token, { bearer: first.token ?? '' });
  expect(json.user).toMatchObject({ id: first.user?.id, is_guest: false });
  const second = await guest();
  await service.database.statement(
    'test_wallet',
    `insert into linked_accounts
       (app_id, type, subject, user_id, details, first_verified_at_ms, latest_verified_at_ms)
     values ($1, 'wallet', '0xtest', $2, '{"address":"0xtest"}', 1, 1)`,
  )([service.app.id, second.user?.id ?? '']);
  const refused = await enter(token, { bearer: second.token ?? '' });
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('linked_to_another_user');
  expect(refused.json.error).toBe('User already exists with provided custom JWT account.');
});

test('only a recently issued token for the same user confirms a login', async () => {
  const { json } = await enter(await issuer.sign(claims({ sub: 'grace' })));
  const prove = (token: string) =>
    service.call(reauthenticateRoute, {
      bearer: json.token ?? '',
      body: { method: 'custom-token', token },
    });
  service.clock.advance(30 * 60_000);
  const old = await issuer.sign(claims({ sub: 'grace', iat: inS(-10 * 60) }));
  const strangers = await issuer.sign(claims({ sub: 'eve' }));
  for (const token of [old, strangers]) expect((await prove(token)).json.code).toBe('invalid_credentials');
  expect((await prove(await issuer.sign(claims({ sub: 'grace' })))).json.auth_time).toBe(inS(0));
});

describe('[S43] the key set of the issuer', () => {
  test('the key set of the issuer is fetched once, and a second time for a new key, but not for each token that names an unknown key', async () => {
    service.clock.advance(60_000);
    await enter(await issuer.sign(claims()));
    const before = issuer.asked();
    for (const sub of ['a', 'b', 'c']) await enter(await issuer.sign(claims({ sub })));
    expect(issuer.asked()).toBe(before);
    await issuer.rotate();
    service.clock.advance(31_000);
    expect((await enter(await issuer.sign(claims()))).status).toBe(200);
    expect(issuer.asked()).toBe(before + 1);
    const header = { alg: 'ES256', kid: 'made-up' };
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await enter(await issuer.sign(claims(), { header }))).status).toBe(422);
    }
    expect(issuer.asked()).toBe(before + 1);
  });

  test.each<[string, NonNullable<Issuer['answer']> | null]>([
    ['does not arrive', null],
    ['is an HTML page', { status: 200, body: '<html>' }],
    ['is not a key set', { status: 200, body: '{"keys":{}}' }],
    ['is an error', { status: 500, body: '{"keys":[]}' }],
    ['is a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['has too many keys', { status: 200, body: `{"keys":[${'{},'.repeat(100)}{}]}` }],
    ['is huge', { status: 200, body: `{"keys":[],"more":"${'a'.repeat(65_536)}"}` }],
  ])(
    'if the reply to a request for the key set %s, logins continue for an hour after the last good reply, and then fail until the next one',
    async (_, answer) => {
      await issuer.rotate();
      service.clock.advance(61 * 60_000);
      expect((await enter(await issuer.sign(claims()))).status).toBe(200);
      const good = issuer.answer;
      issuer.answer = answer;
      service.clock.advance(30 * 60_000);
      expect((await enter(await issuer.sign(claims()))).status).toBe(200);
      service.clock.advance(31 * 60_000);
      const { status, json } = await enter(await issuer.sign(claims()));
      expect(status).toBe(503);
      expect(json.code).toBe('service_unavailable');
      issuer.answer = good;
      service.clock.advance(31_000);
      expect((await enter(await issuer.sign(claims()))).status).toBe(200);
    },
  );
});

describe('[S43] the issuer of an app', () => {
  const save = (body: object) =>
    service.call(adminRoutes.createApp, {
      body: { name: 'x', custom_jwt_auth: true, ...body },
      bearer: service.config.adminKey,
    });
  const withUrl = (key_set_url: string) => ({ custom_jwt_config: { ...rules, key_set_url } });

  test.each([
    ['a private address', withUrl('https://10.0.0.1/keys')],
    ['the metadata service of a cloud', withUrl('http://169.254.169.254/latest')],
    ['plain http', withUrl('http://login.tidewater.example/keys')],
    ['a file', withUrl('file:///etc/passwd')],
    ['a password', withUrl('https://user:pass@login.tidewater.example/keys')],
    ['no key at all', { custom_jwt_config: rules }],
    [
      'two kinds of key',
      { custom_jwt_config: { ...rules, key_set_url: 'https://x.example', public_key: pem('x') } },
    ],
    ['a malformed key', { custom_jwt_config: { ...rules, public_key: pem('AAAA') } }],
    ['a shared secret', { custom_jwt_config: { ...rules, public_key: pem('x'), algorithms: ['HS256'] } }],
    ['no issuer', { custom_jwt_config: { key_set_url: 'https://x.example/keys' } }],
    ['no settings', {}],
  ])('the issuer of an app is not saved with %s', async (_, body) => {
    const { status, json } = await save(body);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
    expect(json.error).toEqual(expect.stringContaining('custom_jwt_config'));
  });

  test('the issuer of an app is not saved with a private key, and the refusal does not quote it', async () => {
    const public_key = await exportPKCS8(pinned.privateKey);
    const body = { custom_jwt_config: { ...rules, public_key } };
    const { json: made } = await save(withUrl('https://login.tidewater.example/keys'));
    const update = { params: { id: made.id }, body, bearer: service.config.adminKey };
    for (const { status, json } of [await save(body), await service.call(adminRoutes.updateApp, update)]) {
      expect(status).toBe(400);
      expect(json.error).toBe('custom_jwt_config.public_key: must be a PEM public key');
    }
  });

  test('the issuer of an app is not served to clients, and cannot be removed while its tokens are accepted', async () => {
    const made = await save(withUrl('https://login.tidewater.example/keys'));
    const { id } = made.json;
    const change = (body: object) =>
      service.call(adminRoutes.updateApp, { params: { id }, body, bearer: service.config.adminKey });
    expect(made.status).toBe(200);
    expect((await change({ custom_jwt_config: null })).status).toBe(400);
    expect((await change({ custom_jwt_config: null, custom_jwt_auth: false })).status).toBe(200);
    expect((await change({ custom_jwt_auth: true })).status).toBe(400);
    const served = await service.fetch(new Request(`http://localhost:4000/api/v1/apps/${service.app.id}`));
    const text = await served.text();
    expect(served.status).toBe(200);
    expect(text.includes('custom_jwt_auth')).toBe(true);
    expect(text).not.toMatch(/custom_jwt_config|tidewater/);
  });
});

test('a token of the host logs in its own user, even if another user is signed in', async () => {
  const person = await logIn(service, 'person@example.com');
  const { json } = await enter(await issuer.sign(claims({ sub: 'ada' })), { bearer: person.token ?? '' });
  expect(json.user?.id).not.toBe(person.user?.id);
});
