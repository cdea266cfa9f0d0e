import {
  createCustodyClient,
  createTestService,
  logIn,
  makeWallet,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import { custodyRoutes, emailRoutes, smsRoutes, type TokenReply, testCredentialsRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfSecret } from '../secret/appSecret.ts';

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
const plain = {
  ...app,
  id: 'latchkey-test-app-0000003',
  test_credentials_enabled: false,
  sms_regions: null,
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app, other, plain] });
});
afterAll(() => service.close());

async function credentials(appId = app.id, from = service) {
  const { status, json } = await from.call(testCredentialsRoute, { appId });
  expect(status).toBe(200);
  const [first] = json.data;
  return first ?? expect.fail('no credentials');
}

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
  const near = `${phoneNumber.slice(0, -1)}${(Number(phoneNumber.at(-1)) + 1) % 10}`;
  const tries = [
    { appId: app.id, body: { phoneNumber, code: wrong }, expected: [422, 'invalid_credentials'] },
    { appId: app.id, body: { phoneNumber: near, code }, expected: [422, 'not_supported'] },
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

/** Asks for a wallet in the browser of somebody who logged in. */
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
