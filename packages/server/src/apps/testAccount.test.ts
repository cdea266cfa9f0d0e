import {
  createCustodyClient,
  createTestService,
  logIn,
  makeWallet,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import {
  allowlistRoutes,
  custodyRoutes,
  emailRoutes,
  limits,
  type Route,
  reauthenticateRoute,
  smsRoutes,
  type TokenReply,
  testCredentialsRoute,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfSecret } from './appSecret.ts';

const secret_hash = hashOfSecret(testAppSecret);
const allowed_origins = ['http://localhost:3000'];
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Tested',
  test_credentials_enabled: true,
  sms_auth: true,
  // Regions do not matter, because nothing is sent.
  sms_regions: ['DE'],
  legacy_custody_token: true,
  secret_hash,
  allowed_origins,
};
const other = { ...app, id: 'latchkey-test-app-0000002' };
const listed = { ...app, id: 'latchkey-test-app-0000004', allowlist_enabled: true };
const plain = {
  ...app,
  id: 'latchkey-test-app-0000003',
  test_credentials_enabled: false,
  sms_regions: null,
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, other, plain, listed] });
});
afterAll(() => service.close());

async function credentials(appId = app.id, from = service) {
  const { status, json } = await from.call(testCredentialsRoute, { appId });
  expect(status).toBe(200);
  const [first] = json.data;
  return first ?? expect.fail('no credentials');
}

/** Returns another number that is reserved for fiction. */
const near = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;

test('an app has a test account of its own if test credentials are on', async () => {
  const first = await credentials();
  expect(first).toEqual({
    id: expect.any(String),
    email: expect.stringMatching(/^test-[a-z2-7]{16}@latchkey\.example$/),
    phone_number: expect.stringMatching(/^\+1[2-9][0-9]{2}55501[0-9]{2}$/),
    otp_code: expect.stringMatching(/^[0-9]{6}$/),
  });
  expect(await credentials()).toEqual(first);
  const second = await credentials(other.id);
  expect(second.email).not.toBe(first.email);
  const off = await service.call(testCredentialsRoute, { appId: plain.id });
  expect(off.status).toBe(404);
  expect(off.json.code).toBe('not_found');
  const wrong = await service.call(testCredentialsRoute, { secret: 'wrong' });
  expect(wrong.status).toBe(401);
  expect(wrong.json.code).toBe('invalid_app_secret');
});

test("the test account’s fixed code logs in more than once without a message, even with the app's secret as a server SDK sends it", async () => {
  const { email, otp_code: code } = await credentials();
  const basic = `Basic ${Buffer.from(`${app.id}:${testAppSecret}`).toString('base64')}`;
  const ids = new Set<string | undefined>();
  for (const path of ['/api/v1/passwordless/authenticate', '/v1/passwordless/authenticate']) {
    const { status, json } = await service.call(
      { ...emailRoutes.authenticate, path },
      {
        origin: null,
        headers: { authorization: basic },
        body: { email, code },
      },
    );
    expect(status).toBe(200);
    ids.add(json.user?.id);
  }
  expect(ids.size).toBe(1);
  const sent = service.outbox.messages.length;
  const init = await service.call(emailRoutes.sendCode, { body: { email } });
  expect(init.status).toBe(200);
  expect(init.json).toEqual({ success: true });
  expect(service.outbox.messages).toHaveLength(sent);
});

test('the test phone number logs in with its code again and in another notation, and gets no message', async () => {
  const { phone_number: phoneNumber, otp_code: code } = await credentials();
  const written = phoneNumber.replace(/^\+1(...)(...)/, '+1 ($1) $2-');
  for (const number of [phoneNumber, written]) {
    const init = await service.call(smsRoutes.sendCode, { body: { phoneNumber: number } });
    expect(init.status).toBe(200);
    expect(init.json).toEqual({ success: true });
    const { status, json } = await service.call(smsRoutes.authenticate, {
      body: { phoneNumber: number, code },
    });
    expect(status).toBe(200);
    expect(json.user?.linked_accounts).toEqual([expect.objectContaining({ type: 'phone', phoneNumber })]);
  }
  expect(service.outbox.smsMessages).toEqual([]);
});

test('a login is refused with the test phone number and another code, in an app without a test account, and with another number and the test code', async () => {
  const { phone_number: phoneNumber, otp_code: code } = await credentials();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const tries = [
    { appId: app.id, body: { phoneNumber, code: wrong }, expected: [422, 'invalid_credentials'] },
    // The region of this number gets no messages, but a different answer would reveal the test number.
    { appId: app.id, body: { phoneNumber: near(phoneNumber), code }, expected: [422, 'invalid_credentials'] },
    { appId: plain.id, body: { phoneNumber, code }, expected: [422, 'invalid_credentials'] },
  ];
  for (const { expected, ...input } of tries) {
    const { status, json } = await service.call(smsRoutes.authenticate, input);
    expect([status, json.code]).toEqual(expected);
  }
  await service.call(smsRoutes.sendCode, { appId: plain.id, body: { phoneNumber } });
  expect(service.outbox.smsMessages.map(({ to }) => to)).toEqual([phoneNumber]);
});

test('a login with the test email is refused with another code, in another app and in an app without a test account', async () => {
  const { email, otp_code: code } = await credentials();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const tries = [
    { appId: app.id, body: { email, code: wrong } },
    { appId: other.id, body: { email, code } },
    { appId: plain.id, body: { email, code } },
  ];
  for (const input of tries) {
    const { status, json } = await service.call(emailRoutes.authenticate, input);
    expect(status).toBe(422);
    expect(json.code).toBe('invalid_credentials');
  }
});

describe('[S28, S30] an attacker who searches for the test account', () => {
  /** Returns what an answer reveals, except its request id and its time. */
  const shown = ({ status, json, headers }: Awaited<ReturnType<TestService['call']>>) => {
    const told = [...headers].filter(([name]) => name !== 'x-request-id');
    return { status, json: json as { code?: string }, told };
  };
  const send = (body: object, more: object = {}) =>
    body && 'email' in body
      ? service.call(emailRoutes.sendCode, { body, ...more })
      : service.call(smsRoutes.sendCode, { body, ...more });
  const authenticate = (body: object, more: object) =>
    'email' in body
      ? service.call(emailRoutes.authenticate, { body, ...more })
      : service.call(smsRoutes.authenticate, { body, ...more });
  const reserved = {
    phoneNumber: Array.from({ length: 100 }, (_, at) => `+1212555${String(100 + at).padStart(4, '0')}`),
    email: ['test-aaaaaaaaaaaaaaaa@latchkey.example', 'ada@latchkey.example', 'x@latchkey.example'],
  };

  test('numbers and addresses that could be the test account’s get the same answer as the test account, and no message', async () => {
    const { email, phone_number: phoneNumber } = await credentials();
    const sent = [service.outbox.messages.length, service.outbox.smsMessages.length];
    const expected = shown(await send({ phoneNumber }));
    const others = [...reserved.phoneNumber.slice(0, 50), phoneNumber].map((one) => ({ phoneNumber: one }));
    for (const body of [...others, ...reserved.email.map((one) => ({ email: one })), { email }]) {
      expect(shown(await send(body))).toEqual(expected);
      expect(shown(await send(body))).toEqual(expected);
    }
    expect([service.outbox.messages.length, service.outbox.smsMessages.length]).toEqual(sent);
  });

  test('other reserved accounts get the same answer as the test account even if the allowlist has it', async () => {
    const { email, phone_number: phoneNumber } = await credentials(listed.id);
    for (const [type, value] of [
      ['email', email],
      ['phone', phoneNumber],
    ] as const) {
      const added = await service.call(allowlistRoutes.add, {
        appId: listed.id,
        params: { id: listed.id },
        body: { type, value },
      });
      expect(added.status).toBe(200);
    }
    const more = { appId: listed.id };
    const expected = shown(await send({ phoneNumber }, more));
    expect(expected.status).toBe(200);
    for (const body of [{ email }, { phoneNumber: near(phoneNumber) }, { email: reserved.email[1] ?? '' }])
      expect(shown(await send(body, more))).toEqual(expected);
    const guess = async (body: object, network: string) =>
      shown(await authenticate(body, { ...more, network }));
    const refused = await guess({ phoneNumber, code: '000000' }, '198.51.100.1');
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('invalid_credentials');
    for (const body of [{ phoneNumber: near(phoneNumber) }, { email }, { email: reserved.email[0] }])
      expect(await guess({ ...body, code: '000000' }, '198.51.100.2')).toEqual(refused);
  });

  test('linking and updating with a wrong code answer alike for reserved accounts even if the allowlist has the test account', async () => {
    const appId = listed.id;
    const person = { type: 'email', value: 'ada@company.example' };
    const { email, phone_number: phoneNumber } = await credentials(appId);
    for (const body of [person, { type: 'email', value: email }, { type: 'phone', value: phoneNumber }]) {
      const { status } = await service.call(allowlistRoutes.add, { appId, params: { id: appId }, body });
      expect(status).toBe(200);
    }
    const { token } = await logIn(service, person.value, { appId });
    let networks = 0;
    const give = async (route: Route<unknown, unknown>, body: object) => {
      networks += 1;
      const network = `198.51.101.${networks}`;
      return shown(
        await service.call(route, { appId, bearer: token ?? '', network, body: { ...body, code: '000000' } }),
      );
    };
    const refused = await give(smsRoutes.link, { phoneNumber });
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid_credentials']);
    for (const [route, body] of [
      [smsRoutes.link, { phoneNumber: near(phoneNumber) }],
      [smsRoutes.link, { phoneNumber: reserved.phoneNumber[0] }],
      [emailRoutes.update, { oldAddress: person.value, newAddress: email }],
      [emailRoutes.update, { oldAddress: person.value, newAddress: reserved.email[0] }],
    ] as [Route<unknown, unknown>, object][])
      expect(await give(route, body), JSON.stringify(body)).toEqual(refused);
    // Other accounts are still refused before their code is looked at.
    const stranger = await give(smsRoutes.link, { phoneNumber: '+4915112345678' });
    expect(stranger.json.code).toBe('allowlist_rejected');
  });

  test('a network may send five wrong codes in ten minutes for all reserved accounts together, and then even the right code is refused', async () => {
    const { email, phone_number: phoneNumber, otp_code: code } = await credentials(other.id);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const thief = '198.51.100.9';
    const give = async (body: object, network = thief) =>
      (await authenticate(body, { appId: other.id, network })).status;
    const tries = [
      { phoneNumber, code: wrong },
      { email, code: wrong },
      { phoneNumber: near(phoneNumber), code },
      { email: reserved.email[0], code },
    ];
    for (const body of tries) expect(await give(body)).toBe(422);
    // Right codes do not count.
    for (let login = 0; login < 7; login += 1) expect(await give({ email, code })).toBe(200);
    expect(await give({ phoneNumber, code: wrong })).toBe(422);
    for (const body of [
      { phoneNumber, code },
      { email, code },
    ])
      expect(await give(body)).toBe(422);
    // Other networks are not affected, and the attacker's is blocked for ten minutes.
    expect(await give({ phoneNumber, code }, '198.51.100.10')).toBe(200);
    service.clock.advance(limits.codeLifeMs - 1);
    expect(await give({ phoneNumber, code })).toBe(422);
    service.clock.advance(1);
    expect(await give({ phoneNumber, code })).toBe(200);
  });

  test('simultaneous logins and confirmations with the test account share the five tries of a network', async () => {
    const { email, otp_code: code } = await credentials(other.id);
    const session = await service.call(emailRoutes.authenticate, { appId: other.id, body: { email, code } });
    const network = '198.51.100.11';
    const guesses = Array.from({ length: 12 }, (_, at) =>
      String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'),
    );
    await Promise.all(
      guesses.map((guess, at) =>
        at % 2
          ? service.call(emailRoutes.authenticate, { appId: other.id, network, body: { email, code: guess } })
          : service.call(reauthenticateRoute, {
              appId: other.id,
              network,
              bearer: session.json.token ?? '',
              body: { method: 'email', email, code: guess },
            }),
      ),
    );
    const count = service.database.statement<{ wrong: number; row: string }>(
      'test_tries',
      'select wrong, t::text as row from tries t where app_id = $1 order by wrong desc',
    );
    const [counted] = await count([other.id]);
    expect(counted?.wrong).toBe(limits.codeTriesPerNetwork);
    expect(counted?.row).not.toContain(network);
    const late = await service.call(emailRoutes.authenticate, {
      appId: other.id,
      network,
      body: { email, code },
    });
    expect(late.json.code).toBe('invalid_credentials');
    service.clock.advance(limits.codeLifeMs);
    await service.service.sweep();
    expect(await count([other.id])).toEqual([]);
  });
});

/** Creates a wallet in the browser of a logged-in user. */
async function createWallet(from: TestService, login: TokenReply, parentOrigin: string) {
  const { user, privy_access_token: token } = login;
  if (!user || !token) throw new Error('The login gave no session');
  const client = await createCustodyClient(from, { token, parentOrigin });
  return client.call(custodyRoutes.create, makeWallet({ appId: app.id, userId: user.id }).body);
}

test('[S55] in production the test user cannot create a wallet, and another user can', async () => {
  const origin = 'https://app.example.com';
  const production = await createTestService({
    apps: [{ ...app, allowed_origins: [origin] }],
    config: { production: true, url: 'https://auth.example.com' },
  });
  const { email, otp_code: code } = await credentials(app.id, production);
  const login = await production.call(emailRoutes.authenticate, { origin, body: { email, code } });
  const refused = await createWallet(production, login.json, origin);
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe('not_supported');

  const person = await logIn(production, 'ada@company.example', { origin });
  expect((await createWallet(production, person, origin)).status).toBe(200);
  await production.close();
});

test('in development the test user can have a wallet', async () => {
  const { email, otp_code: code } = await credentials();
  const login = await service.call(emailRoutes.authenticate, { body: { email, code } });
  expect((await createWallet(service, login.json, 'http://localhost:3000')).status).toBe(200);
});
