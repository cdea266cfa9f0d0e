import {
  createCustodyClient,
  createTestService,
  logIn,
  makeWallet,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import { custodyRoutes, emailRoutes, type TokenReply, testCredentialsRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfSecret } from '../secret/appSecret.ts';

const secret_hash = hashOfSecret(testAppSecret);
const allowed_origins = ['http://localhost:3000'];
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Tested',
  test_credentials_enabled: true,
  legacy_custody_token: true,
  secret_hash,
  allowed_origins,
};
const other = { ...app, id: 'latchkey-test-app-0000002' };
const plain = { ...app, id: 'latchkey-test-app-0000003', test_credentials_enabled: false };

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
    phone_number: expect.stringMatching(/^\+1555555[0-9]{4}$/),
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
