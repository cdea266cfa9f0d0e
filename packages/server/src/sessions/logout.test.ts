import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { limits, sessionRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

let people = 0;
function newSession() {
  people += 1;
  return logIn(service, `leaver-${people}@example.com`);
}
const refresh = (refreshToken: string | null) =>
  service.call(sessionRoutes.refresh, { body: { refresh_token: refreshToken } });
const logOut = (refreshToken: string | null, bearer?: string | null) =>
  service.call(sessionRoutes.logout, {
    body: { refresh_token: refreshToken },
    ...(bearer ? { bearer } : {}),
  });

test('[SESS-21, S23] log-out invalidates the refresh token and the one that it replaced', async () => {
  const login = await newSession();
  const next = await refresh(login.refresh_token);
  const left = await logOut(next.json.refresh_token);
  expect(left.status).toBe(200);
  expect(left.json).toEqual({});
  for (const token of [login.refresh_token, next.json.refresh_token]) {
    expect((await refresh(token)).json.code).toBe('missing_or_invalid_token');
  }
});

test('[SESS-21] log-out with a used refresh token, or with only a bearer, ends the session too', async () => {
  const first = await newSession();
  const next = await refresh(first.refresh_token);
  await logOut(first.refresh_token);
  expect((await refresh(next.json.refresh_token)).status).toBe(401);

  for (const kind of ['token', 'privy_access_token'] as const) {
    const login = await newSession();
    await logOut(null, login[kind]);
    expect((await refresh(login.refresh_token)).status).toBe(401);
  }
});

test('[S23] log-out ends only its own session, not another one of the user', async () => {
  const email = 'two-devices@example.com';
  const [phone, laptop] = [await logIn(service, email), await logIn(service, email)];
  await logOut(phone.refresh_token, phone.token);
  expect((await refresh(laptop.refresh_token)).status).toBe(200);
});

test('[SESS-21] log-out with an unknown, forged or expired token ends nothing', async () => {
  const login = await newSession();
  const forged = `${login.token?.slice(0, -4)}AAAA`;
  const madeUp = `${login.refresh_token?.split('.')[0]}.${'A'.repeat(64)}`;
  for (const [token, bearer] of [
    [null, null],
    ['deprecated', null],
    [madeUp, null],
    [null, forged],
    [null, 'nonsense'],
  ] as const) {
    const answer = await logOut(token, bearer);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({});
  }
  expect((await refresh(login.refresh_token)).status).toBe(200);

  const later = await newSession();
  service.clock.advance(limits.accessTokenLifeMs + 1_000);
  await logOut(null, later.token);
  expect((await refresh(later.refresh_token)).status).toBe(200);
});
