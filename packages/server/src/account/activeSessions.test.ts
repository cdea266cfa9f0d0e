import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { activeSessionRoutes, emailRoutes, meRoutes, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

const zeroApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Open app',
  email_auth: true,
  sensitive_max_age: 0,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [zeroApp] });
});
afterAll(() => service.close());

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const bearerOf = (login: Pick<TokenReply, 'token'>) => ({ bearer: login.token ?? '' });
const list = async (login: Pick<TokenReply, 'token'>) =>
  (await service.call(activeSessionRoutes.list, bearerOf(login))).json.sessions;
const end = (login: TokenReply, id: string, more = {}) =>
  service.call(activeSessionRoutes.end, {
    ...bearerOf(login),
    params: { session_id: id },
    body: {},
    ...more,
  });
const endOthers = (login: TokenReply, more = {}) =>
  service.call(activeSessionRoutes.endOthers, { ...bearerOf(login), body: {}, ...more });
const isAlive = async (login: TokenReply) =>
  (await service.call(meRoutes.getMe, bearerOf(login))).status === 200;

async function logInWith(agent: string, email: string): Promise<TokenReply> {
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { body: { email } });
  const body = { email, code: service.outbox.codeFor(email) };
  return (await service.call(emailRoutes.authenticate, { body, headers: { 'user-agent': agent } })).json;
}

test('users see their sessions, the last used first, but no tokens or session ids', async () => {
  const email = 'ada@list.example';
  const first = await logInWith(chrome, email);
  const began = Math.floor(service.clock.now() / 1000);
  const second = await logInWith('curl/8.5.0', email);
  service.clock.advance(60_000);
  const refreshed = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: first.refresh_token ?? '' },
  });
  const sessions = await list(refreshed.json);
  expect(sessions.map(({ browser, os, is_current }) => [browser, os, is_current])).toEqual([
    ['Chrome', 'Linux', true],
    [null, null, false],
  ]);
  expect(sessions[0]).toMatchObject({
    started_at: began,
    last_used_at: Math.floor(service.clock.now() / 1000),
  });
  const text = JSON.stringify(sessions);
  for (const { token, refresh_token } of [first, second]) {
    const { sid } = JSON.parse(Buffer.from((token ?? '').split('.')[1] ?? '', 'base64url').toString());
    expect(text).not.toContain(sid);
    expect(text).not.toContain((refresh_token ?? '').slice(0, 20));
  }
  const nobody = await service.call(activeSessionRoutes.list, { bearer: 'nobody' });
  expect(nobody.status).toBe(401);
  expect(nobody.json.code).toBe('missing_or_invalid_token');
});

test('a user ends one other session or all others, and gets a mail each time', async () => {
  const email = 'ada@end.example';
  const lost = await logIn(service, email);
  const office = await logIn(service, email);
  const own = await logIn(service, email);
  const [, , oldest] = await list(own);
  service.outbox.clear();
  expect((await end(own, oldest?.id ?? '')).json).toEqual({ session_ended: false });
  expect(await isAlive(lost)).toBe(false);
  expect(await isAlive(office)).toBe(true);
  expect(await isAlive(own)).toBe(true);
  expect((await end(own, oldest?.id ?? '')).json.code).toBe('session_not_found');
  expect((await endOthers(own)).json).toEqual({ ended: 1 });
  expect(await isAlive(office)).toBe(false);
  expect(await isAlive(own)).toBe(true);
  const dead = await service.call(sessionRoutes.refresh, { body: { refresh_token: office.refresh_token } });
  expect(dead.json.code).toBe('missing_or_invalid_token');
  await service.service.sweep();
  expect(service.outbox.messages.map(({ to, subject }) => [to, subject])).toEqual(
    Array.from({ length: 2 }, () => [email, 'You were logged out of Test app in other browsers']),
  );
  expect((await endOthers(own)).json).toEqual({ ended: 0 });
  const [current] = await list(own);
  service.clock.advance(10 * 60_000 + 1);
  expect((await end(own, current?.id ?? '')).json).toEqual({ session_ended: true });
  expect(await isAlive(own)).toBe(false);
});

test('a user ends other sessions only after a recent login, even if the app requires none elsewhere, and no session of another user', async () => {
  const email = 'ada@thief.example';
  const app = { appId: zeroApp.id };
  const stolen = await logIn(service, email, app);
  service.clock.advance(10 * 60_000 + 1);
  const owner = await logIn(service, email, app);
  service.clock.advance(-1 * 30_000);
  const refused = await endOthers(stolen, app);
  expect(refused.status).toBe(403);
  expect(refused.json.code).toBe('recent_login_required');
  const sessions = (await service.call(activeSessionRoutes.list, { ...bearerOf(owner), ...app })).json
    .sessions;
  for (const { id } of sessions.filter(({ is_current }) => is_current))
    expect((await end(stolen, id, app)).json.code).toBe('recent_login_required');

  const stranger = await logIn(service, 'eve@thief.example', app);
  for (const { id } of sessions) expect((await end(stranger, id, app)).json.code).toBe('session_not_found');
  expect((await endOthers(stranger, app)).json).toEqual({ ended: 0 });
  expect(
    (await service.call(activeSessionRoutes.list, { ...bearerOf(owner), ...app })).json.sessions,
  ).toHaveLength(2);
});
