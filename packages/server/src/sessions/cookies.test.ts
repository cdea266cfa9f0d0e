import { createTestService, type TestService } from '@latchkey/testkit';
import { emailRoutes, forkRoute, limits, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

const pageOrigin = 'https://app.example.com';
const app = {
  id: 'latchkey-test-app-0000004',
  name: 'With its own address',
  email_auth: true,
  identity_tokens: true,
  allowed_origins: [pageOrigin],
  custom_api_url: 'https://privy.example.com',
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
});
afterAll(() => service.close());

interface Call {
  host?: string;
  origin?: string | null;
  cookie?: string;
  bearer?: string;
  headers?: Record<string, string>;
}

/** Posts like a browser to the app's own address, unless another host is named. */
async function post(path: string, body: unknown, call: Call = {}) {
  const headers = new Headers({
    'content-type': 'application/json',
    'privy-app-id': app.id,
    ...call.headers,
  });
  headers.set('host', call.host ?? 'privy.example.com');
  if (call.origin !== null) headers.set('origin', call.origin ?? pageOrigin);
  if (call.cookie) headers.set('cookie', call.cookie);
  if (call.bearer) headers.set('authorization', `Bearer ${call.bearer}`);
  const url = `http://localhost:4000${path}`;
  const response = await service.fetch(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  return {
    status: response.status,
    json: (await response.json()) as TokenReply & { code?: string },
    cookies: response.headers.getSetCookie(),
  };
}

async function logIn(email: string, call: Call = {}) {
  service.clock.advance(30_000);
  await post(emailRoutes.sendCode.path, { email }, call);
  return post(emailRoutes.authenticate.path, { email, code: service.outbox.codeFor(email) }, call);
}
const refresh = (call: Call = {}, body: object = {}) => post(sessionRoutes.refresh.path, body, call);
const cookieValue = (cookies: string[], name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(/[=;]/)[1] ?? '';
const refreshCookie = (cookies: string[]) =>
  `privy-refresh-token=${cookieValue(cookies, 'privy-refresh-token')}`;
const parts = (cookies: string[]): Record<string, string[]> =>
  Object.fromEntries(cookies.map((cookie) => [cookie.split('=')[0], cookie.split('; ').slice(1)]));

test('[S25, SESS-22, SESS-23] a login at the app’s own address sets strict cookies and hides the refresh token', async () => {
  const { json, cookies } = await logIn('ada@example.com');
  const common = ['Domain=example.com', 'SameSite=Strict', 'Secure'];
  const hour = `Max-Age=${limits.accessTokenLifeMs / 1000}`;
  const month = `Max-Age=${30 * 24 * 60 * 60}`;
  expect(parts(cookies)).toEqual({
    'privy-token': ['Path=/', hour, ...common, 'HttpOnly'],
    'privy-id-token': ['Path=/', hour, ...common, 'HttpOnly'],
    'privy-refresh-token': ['Path=/api/v1/sessions', month, ...common, 'HttpOnly'],
    'privy-session': ['Path=/', month, ...common],
  });
  expect(cookieValue(cookies, 'privy-token')).toBe(json.token);
  expect(cookieValue(cookies, 'privy-id-token')).toMatch(/^ey/);
  expect(cookieValue(cookies, 'privy-session')).toBe('t');
  expect(cookieValue(cookies, 'privy-refresh-token')).toMatch(/^[a-z2-7]{25}\./);
  expect(json).toMatchObject({
    refresh_token: 'deprecated',
    identity_token: null,
    session_update_action: 'set',
  });
  expect(JSON.stringify(json)).not.toContain(cookieValue(cookies, 'privy-refresh-token').slice(26));
});

test('[SESS-19, S25] a refresh accepts the refresh token in a cookie and rotates it each time', async () => {
  let { cookies } = await logIn('grace@example.com');
  for (const body of [{}, { refresh_token: 'deprecated' }, { refresh_token: null }]) {
    const answer = await refresh({ cookie: `theme=dark; ${refreshCookie(cookies)}; x` }, body);
    expect(answer.status).toBe(200);
    expect(answer.json.refresh_token).toBe('deprecated');
    expect(refreshCookie(answer.cookies)).not.toBe(refreshCookie(cookies));
    cookies = answer.cookies;
  }
});

test('[S22] twenty refreshes at once with one cookie end in one living session', async () => {
  const { cookies } = await logIn('many-tabs@example.com');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refresh({ cookie: refreshCookie(cookies) })),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${refreshCookie(answer.cookies)}`)).size).toBe(1);
  const [first] = answers;
  expect((await refresh({ cookie: refreshCookie(first?.cookies ?? []) })).status).toBe(200);
});

test('[S25, S26] session cookies are accepted only with an allowed Origin, the app’s header and a JSON body', async () => {
  const { cookies } = await logIn('kay@example.com');
  const cookie = refreshCookie(cookies);
  for (const foreign of [null, 'https://evil.example', 'https://evil.example.com', 'null']) {
    const answer = await refresh({ cookie, origin: foreign });
    expect(answer.status).toBe(403);
    expect(answer.json.code).toBe('origin_not_allowed');
    expect(answer.cookies).toEqual([]);
  }
  const unnamed = await refresh({ cookie, headers: { 'privy-app-id': '' } });
  expect(unnamed.json.code).toBe('missing_or_invalid_privy_app_id');
  // Another site's form can send neither the header nor JSON.
  const form = await refresh({ cookie, headers: { 'content-type': 'text/plain' } });
  expect(form.json.code).toBe('unsupported_media_type');
  expect((await refresh({ cookie })).status).toBe(200);
});

test('[S25] a login without Origin at the app’s own address is refused, and no cookie is set', async () => {
  const { status, json, cookies } = await logIn('native@example.com', { origin: null });
  expect(status).toBe(403);
  expect(json.code).toBe('origin_not_allowed');
  expect(cookies).toEqual([]);
  // The code was not used up.
  const body = { email: 'native@example.com', code: service.outbox.codeFor('native@example.com') };
  expect((await post(emailRoutes.authenticate.path, body)).status).toBe(200);
});

test('[HTTP-02] session cookies are set and accepted at the app’s own address and not at the service’s, and scripts can read no cookie but the marker', async () => {
  const call = { host: 'localhost:4000' };
  const { json, cookies } = await logIn('lin@example.com', call);
  expect(cookies).toEqual([]);
  expect(json.refresh_token).toMatch(/^[a-z2-7]{25}\./);
  const cookie = `privy-refresh-token=${json.refresh_token}`;
  expect((await refresh({ ...call, cookie })).json.code).toBe('missing_or_invalid_token');
  // A session from before the app had its own address moves into cookies there.
  const moved = await refresh({}, { refresh_token: json.refresh_token });
  expect(moved.json.refresh_token).toBe('deprecated');
  expect(cookieValue(moved.cookies, 'privy-refresh-token')).toMatch(/^[a-z2-7]{25}\./);
  const readable = moved.cookies.filter((cookie) => !cookie.includes('; HttpOnly'));
  expect(readable.map((cookie) => cookie.split(';')[0])).toEqual(['privy-session=t']);
});

test('[S23, S25] log-out ends the session and removes all cookies, and a refresh of a dead session removes them too', async () => {
  const { cookies } = await logIn('leaver@example.com');
  const cookie = refreshCookie(cookies);
  const left = await post(sessionRoutes.logout.path, {}, { cookie });
  expect(left.json).toEqual({});
  const dead = await refresh({ cookie });
  expect(dead.status).toBe(401);
  expect(dead.json.code).toBe('missing_or_invalid_token');
  for (const answer of [left, dead]) {
    const removed = parts(answer.cookies);
    expect(Object.keys(removed).toSorted()).toEqual(
      ['privy-id-token', 'privy-refresh-token', 'privy-session', 'privy-token'].toSorted(),
    );
    for (const attributes of Object.values(removed)) {
      expect(attributes).toContain('Max-Age=0');
      expect(attributes).toContain('Domain=example.com');
    }
  }
});

test('[S25] a refresh that fails because of the database keeps the cookies, because the session lives on', async () => {
  const { cookies } = await logIn('patient@example.com');
  const cookie = refreshCookie(cookies);
  const { db } = service.database;
  await db.execute(sql`alter table sessions rename to away`);
  try {
    const failed = await refresh({ cookie });
    expect(failed.status).toBe(500);
    expect(failed.cookies).toEqual([]);
  } finally {
    await db.execute(sql`alter table away rename to sessions`);
  }
  expect((await refresh({ cookie })).status).toBe(200);
});

test('[S25] a session in cookies cannot be forked, because a script of the page would get a refresh token', async () => {
  const { json, cookies } = await logIn('forker@example.com');
  const input = { cookie: refreshCookie(cookies), bearer: json.token ?? '' };
  for (const body of [{ refresh_token: 'deprecated' }, {}, { refresh_token: refreshCookie(cookies) }]) {
    const fork = await post(forkRoute.path, body, input);
    expect(fork.status).toBe(422);
    expect(fork.json.code).toBe('not_supported');
    expect(fork.cookies).toEqual([]);
  }
  expect((await refresh({ cookie: refreshCookie(cookies) })).status).toBe(200);
  const elsewhere = await post(
    forkRoute.path,
    { refresh_token: 'deprecated' },
    { ...input, host: 'localhost:4000' },
  );
  expect(elsewhere.json.code).toBe('missing_or_invalid_token');
});

test('[SESS-20] a session forked elsewhere goes into cookies at the app’s own address', async () => {
  const { json } = await logIn('native@example.com', { host: 'localhost:4000' });
  const fork = await post(
    forkRoute.path,
    { refresh_token: json.refresh_token },
    { host: 'localhost:4000', bearer: json.token ?? '' },
  );
  const { new_session_refresh_token: token } = fork.json as unknown as { new_session_refresh_token: string };
  const forked = await post(sessionRoutes.recoverFork.path, { refresh_token: token });
  expect(forked.json.refresh_token).toBe('deprecated');
  expect((await refresh({ cookie: refreshCookie(forked.cookies) })).status).toBe(200);
});
