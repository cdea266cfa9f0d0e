import { claimsOf, createTestService, logIn, type TestService } from '@latchkey/testkit';
import { emailRoutes, reauthenticateRoute, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const hourMs = 60 * 60_000;

async function codeFor(email: string): Promise<string> {
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { body: { email } });
  return service.outbox.codeFor(email);
}
const prove = (login: TokenReply, email: string, code: string) =>
  service.call(reauthenticateRoute, {
    bearer: login.token ?? '',
    body: { method: 'email', email, code },
  });
async function authTimeOf(login: TokenReply): Promise<number> {
  const find = service.database.statement<{ auth_time_ms: number }>(
    'test_auth_time',
    'select auth_time_ms from sessions where session_id = $1',
  );
  const [row] = await find([claimsOf(login.token).sid]);
  return row?.auth_time_ms ?? Number.NaN;
}

test('a fresh proof makes the login of its session recent, but that of no other session', async () => {
  const login = await logIn(service, 'ada@example.com');
  const other = await logIn(service, 'ada@example.com');
  const otherTime = await authTimeOf(other);
  service.clock.advance(hourMs / 2);
  const { status, json } = await prove(login, 'ada@example.com', await codeFor('ada@example.com'));
  expect(status).toBe(200);
  expect(json.auth_time).toBe(Math.floor(service.clock.now() / 1000));
  expect(await authTimeOf(login)).toBe(service.clock.now());
  expect(await authTimeOf(other)).toBe(otherTime);
});

test("a wrong code, a used code and a proof of another user's account confirm no login", async () => {
  const login = await logIn(service, 'grace@example.com');
  await logIn(service, 'eve@example.com');
  const before = await authTimeOf(login);
  const code = await codeFor('grace@example.com');
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await prove(login, 'grace@example.com', wrong)).json.code).toBe('invalid_credentials');
  for (const stranger of ['eve@example.com', 'nobody@example.com']) {
    const answer = await prove(login, stranger, await codeFor(stranger));
    expect(answer.status).toBe(422);
    expect(answer.json.code).toBe('invalid_credentials');
  }
  expect(await authTimeOf(login)).toBe(before);
  const good = await codeFor('grace@example.com');
  expect((await prove(login, 'grace@example.com', good)).status).toBe(200);
  expect((await prove(login, 'grace@example.com', good)).json.code).toBe('invalid_credentials');
});

test('confirming a login requires a live session, and does not consume the code without one', async () => {
  const login = await logIn(service, 'kay@example.com');
  const code = await codeFor('kay@example.com');
  const missing = await service.call(reauthenticateRoute, {
    body: { method: 'email', email: 'kay@example.com', code },
  });
  expect(missing.json.code).toBe('missing_or_invalid_token');
  expect((await prove(login, 'kay@example.com', code)).status).toBe(200);
  await service.call(sessionRoutes.logout, { body: { refresh_token: login.refresh_token } });
  const late = await prove(login, 'kay@example.com', await codeFor('kay@example.com'));
  expect(late.json.code).toBe('missing_or_invalid_token');
});

test('a confirmation with an unknown method is refused as invalid_data', async () => {
  const login = await logIn(service, 'lin@example.com');
  const answer = await service.call(reauthenticateRoute, {
    bearer: login.token ?? '',
    body: { method: 'pigeon', email: 'lin@example.com', code: '000000' },
  });
  expect(answer.json.code).toBe('invalid_data');
});
