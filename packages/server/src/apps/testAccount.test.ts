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
  // Where nothing is sent, no region counts.
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

/** The next number of those that exist for fiction. */
const near = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;

test('an app has one where it is turned on, and each its own', async () => {
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
  expect([off.status, off.json.code]).toEqual([404, 'not_found']);
  const wrong = await service.call(testCredentialsRoute, { secret: 'wrong' });
  expect([wrong.status, wrong.json.code]).toEqual([401, 'invalid_app_secret']);
});

test('its code logs in without a code being sent, any number of times, as a server SDK does', async () => {
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
  expect([init.status, init.json]).toEqual([200, { success: true }]);
  expect(service.outbox.messages).toHaveLength(sent);
});

test('its number logs in by the same code, in any writing, and no message is sent to it', async () => {
  const { phone_number: phoneNumber, otp_code: code } = await credentials();
  const written = phoneNumber.replace(/^\+1(...)(...)/, '+1 ($1) $2-');
  for (const number of [phoneNumber, written]) {
    const init = await service.call(smsRoutes.sendCode, { body: { phoneNumber: number } });
    expect([init.status, init.json]).toEqual([200, { success: true }]);
    const { status, json } = await service.call(smsRoutes.authenticate, {
      body: { phoneNumber: number, code },
    });
    expect(status).toBe(200);
    expect(json.user?.linked_accounts).toEqual([expect.objectContaining({ type: 'phone', phoneNumber })]);
  }
  expect(service.outbox.smsMessages).toEqual([]);
});

test('any other number, another code and another app have nothing of it', async () => {
  const { phone_number: phoneNumber, otp_code: code } = await credentials();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const tries = [
    { appId: app.id, body: { phoneNumber, code: wrong }, expected: [422, 'invalid_credentials'] },
    // Of a region that the app sends nothing to; but anyone who heard that would know which number it is.
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

test('another code, another app and an app without one are refused', async () => {
  const { email, otp_code: code } = await credentials();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const tries = [
    { appId: app.id, body: { email, code: wrong } },
    { appId: other.id, body: { email, code } },
    { appId: plain.id, body: { email, code } },
  ];
  for (const input of tries) {
    const { status, json } = await service.call(emailRoutes.authenticate, input);
    expect([status, json.code]).toEqual([422, 'invalid_credentials']);
  }
});

describe('[S28, S30] anyone who looks for the test account', () => {
  /** Everything that an answer shows. */
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

  test('hears the same of every number and address that could be it, again and again, and nothing is sent', async () => {
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

  test('hears the same of them where an allowlist names the one that it is', async () => {
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
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid_credentials']);
    for (const body of [{ phoneNumber: near(phoneNumber) }, { email }, { email: reserved.email[0] }])
      expect(await guess({ ...body, code: '000000' }, '198.51.100.2')).toEqual(refused);
  });

  test('has five wrong codes in ten minutes from one network, over all numbers and addresses; then the right one is none', async () => {
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
    // Right ones cost nothing, however many.
    for (let login = 0; login < 7; login += 1) expect(await give({ email, code })).toBe(200);
    expect(await give({ phoneNumber, code: wrong })).toBe(422);
    for (const body of [
      { phoneNumber, code },
      { email, code },
    ])
      expect(await give(body)).toBe(422);
    // No other party is kept out, and the thief for ten minutes.
    expect(await give({ phoneNumber, code }, '198.51.100.10')).toBe(200);
    service.clock.advance(limits.codeLifeMs - 1);
    expect(await give({ phoneNumber, code })).toBe(422);
    service.clock.advance(1);
    expect(await give({ phoneNumber, code })).toBe(200);
  });

  test('shares the five tries among those that are made at once, at a login and at a confirmation', async () => {
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

/** Asks for a wallet in the browser of a person who logged in. */
async function createWallet(from: TestService, login: TokenReply, parentOrigin: string) {
  const { user, privy_access_token: token } = login;
  if (!user || !token) throw new Error('The login gave no session');
  const client = await createCustodyClient(from, { token, parentOrigin });
  return client.call(custodyRoutes.create, makeWallet({ appId: app.id, userId: user.id }).body);
}

test('[S55] its user has no wallet in production and everybody else may have one', async () => {
  const origin = 'https://app.example.com';
  const production = await createTestService({
    apps: [{ ...app, allowed_origins: [origin] }],
    config: { production: true, url: 'https://auth.example.com' },
  });
  const { email, otp_code: code } = await credentials(app.id, production);
  const login = await production.call(emailRoutes.authenticate, { origin, body: { email, code } });
  const refused = await createWallet(production, login.json, origin);
  expect([refused.status, refused.json.code]).toEqual([422, 'not_supported']);

  const person = await logIn(production, 'ada@company.example', { origin });
  expect((await createWallet(production, person, origin)).status).toBe(200);
  await production.close();
});

test('in development its user may have a wallet', async () => {
  const { email, otp_code: code } = await credentials();
  const login = await service.call(emailRoutes.authenticate, { body: { email, code } });
  expect((await createWallet(service, login.json, 'http://localhost:3000')).status).toBe(200);
});
