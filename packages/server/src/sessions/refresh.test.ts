import { claimsOf, createTestService, logIn, type TestService } from '@latchkey/testkit';
import { limits, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesKept } from './usedTokens.ts';

const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [otherApp] });
});
afterAll(() => service.close());

let people = 0;
function newSession(): Promise<TokenReply> {
  people += 1;
  return logIn(service, `refresher-${people}@example.com`);
}

const refresh = (refreshToken: string | null | undefined, more: { bearer?: string; appId?: string } = {}) =>
  service.call(sessionRoutes.refresh, { body: { refresh_token: refreshToken }, ...more });

function tokenOf(reply: { refresh_token: string | null }): string {
  if (reply.refresh_token === null) throw new Error('The reply has no refresh token');
  return reply.refresh_token;
}

function expectDead(answer: { status: number; json: { code?: string | undefined } }): void {
  expect(answer.status).toBe(401);
  expect(answer.json.code).toBe('missing_or_invalid_token');
}

test('[SESS-03, SESS-19] a refresh returns the whole token reply with its user', async () => {
  const login = await newSession();
  const { status, json } = await refresh(login.refresh_token, { bearer: login.token ?? '' });
  expect(status).toBe(200);
  expect(Object.keys(json).toSorted()).toEqual([
    'identity_token',
    'is_new_user',
    'oauth_tokens',
    'privy_access_token',
    'refresh_token',
    'session_update_action',
    'token',
    'user',
  ]);
  expect(json.session_update_action).toBe('set');
  expect(json.is_new_user).toBe(false);
  expect(json.user).toEqual(login.user);
  expect(json.refresh_token).not.toBe(login.refresh_token);
  expect(claimsOf(json.token).sid).toBe(claimsOf(login.token).sid);
});

test('[SESS-19] a refresh works with an expired bearer or none', async () => {
  const login = await newSession();
  service.clock.advance(limits.accessTokenLifeMs + 1);
  const first = await refresh(login.refresh_token, { bearer: login.token ?? '' });
  expect(first.status).toBe(200);
  expect(Number(claimsOf(first.json.token).exp) * 1000).toBeGreaterThan(service.clock.now());
  expect((await refresh(first.json.refresh_token)).status).toBe(200);
});

test('[SESS-19] a refresh ignores a bearer that is not a token', async () => {
  const login = await newSession();
  let refreshToken = login.refresh_token;
  for (const payload of ['5', 'null', '"text"', '{']) {
    const bearer = `e30.${Buffer.from(payload).toString('base64url')}.`;
    const { status, json } = await refresh(refreshToken, { bearer });
    expect(status, payload).toBe(200);
    refreshToken = json.refresh_token;
  }
});

test('[S20] a refresh with a bearer of another user or app is refused and ends nothing', async () => {
  const [mine, other] = [await newSession(), await newSession()];
  const elsewhere = await logIn(service, 'elsewhere@example.com', { appId: otherApp.id });
  const { sub } = claimsOf(mine.token);
  const sameUserElsewhere = `e30.${Buffer.from(JSON.stringify({ sub, aud: otherApp.id })).toString('base64url')}.`;
  for (const bearer of [
    other.token,
    other.privy_access_token,
    elsewhere.token,
    elsewhere.privy_access_token,
    sameUserElsewhere,
  ]) {
    expectDead(await refresh(mine.refresh_token, { bearer: bearer ?? '' }));
  }
  expect((await refresh(mine.refresh_token, { bearer: mine.token ?? '' })).status).toBe(200);
});

test('[S20, S22] a refresh token of one app is refused in another', async () => {
  const login = await newSession();
  expectDead(await refresh(login.refresh_token, { appId: otherApp.id }));
  expect((await refresh(login.refresh_token)).status).toBe(200);
});

test('[S22] text that is not a refresh token gets the answer of a dead session, not of a malformed request', async () => {
  const login = await newSession();
  const [sessionId, secret = ''] = tokenOf(login).split('.');
  const texts = [
    null,
    undefined,
    '',
    'deprecated',
    'x'.repeat(5_000),
    `${sessionId}.`,
    `${sessionId}.${'A'.repeat(64)}`,
  ];
  for (const text of texts) expectDead(await refresh(text));
  // The right secret with an unknown session id.
  expectDead(await refresh(`${'a'.repeat(25)}.${secret}`));
  expect((await refresh(login.refresh_token)).status).toBe(200);
});

test('[S22] the rows of sessions contain neither secret of a refresh token', async () => {
  const login = await newSession();
  const { json } = await refresh(login.refresh_token);
  const dump = await service.database.statement<{ row: string }>(
    'test_sessions',
    'select s::text as row from sessions s',
  )([]);
  const text = dump.map(({ row }) => row).join('\n');
  for (const token of [login.refresh_token, json.refresh_token]) {
    const bytes = Buffer.from(token?.split('.')[1] ?? '', 'base64url');
    expect(bytes).toHaveLength(48);
    for (const secret of [bytes.subarray(0, 16), bytes.subarray(16)]) {
      expect(text).not.toContain(secret.toString('hex'));
      expect(text).not.toContain(secret.toString('base64url'));
    }
  }
});

test('[S22] twenty refreshes at once lead to one living session with one successor', async () => {
  const login = await newSession();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(login.refresh_token)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const successors = new Set(answers.map(({ json }) => json.refresh_token));
  expect(successors).toHaveLength(1);
  const [successor] = successors;
  expect((await refresh(successor)).status).toBe(200);
});

test('[S22] a used refresh token returns its own successor a day later, and 29.999 s after the successor was used', async () => {
  const login = await newSession();
  const first = await refresh(login.refresh_token);
  service.clock.advance(24 * 60 * 60_000);
  const again = await refresh(login.refresh_token);
  expect(again.json.refresh_token).toBe(first.json.refresh_token);

  await refresh(first.json.refresh_token);
  service.clock.advance(29_999);
  const late = await refresh(login.refresh_token);
  expect(late.status).toBe(200);
  expect(late.json.refresh_token).toBe(first.json.refresh_token);
});

test('[S22] a used refresh token that comes back after the grace period ends its session', async () => {
  const login = await newSession();
  const first = await refresh(login.refresh_token);
  const second = await refresh(first.json.refresh_token);
  service.clock.advance(30_000);
  expectDead(await refresh(login.refresh_token));
  for (const token of [first.json.refresh_token, second.json.refresh_token]) expectDead(await refresh(token));
});

test('[S22] a used refresh token that is too old to be remembered ends its session too', async () => {
  const login = await newSession();
  let newest = tokenOf(login);
  for (let refreshes = 0; refreshes < 4; refreshes += 1) {
    service.clock.advance(60 * 60_000);
    newest = tokenOf((await refresh(newest)).json);
  }
  expectDead(await refresh(login.refresh_token));
  expectDead(await refresh(newest));
});

test('[S22] within the grace period each remembered refresh token returns its successor, and a forgotten one ends nothing', async () => {
  const tokens = [tokenOf(await newSession())];
  for (let refreshes = 0; refreshes < entriesKept; refreshes += 1) {
    tokens.push(tokenOf((await refresh(tokens.at(-1))).json));
  }
  for (const [at, token] of tokens.slice(0, -1).entries()) {
    expect((await refresh(token)).json.refresh_token).toBe(tokens[at + 1]);
  }
  // One more than is remembered: the oldest is refused, but does not end the session.
  const newest = await refresh(tokens.at(-1));
  expectDead(await refresh(tokens[0]));
  expect((await refresh(newest.json.refresh_token)).status).toBe(200);
});

test('[S22] a made-up refresh token with the id of a living session ends nothing', async () => {
  const login = await newSession();
  const { sid } = claimsOf(login.token);
  for (let tries = 0; tries < 10; tries += 1) {
    expectDead(await refresh(`${sid}.${Buffer.alloc(48, tries).toString('base64url')}`));
  }
  expect((await refresh(login.refresh_token)).status).toBe(200);
});

test('[S22] a session ends 30 days after its login, even if it was refreshed every week', async () => {
  let token = tokenOf(await newSession());
  for (let week = 0; week < 4; week += 1) {
    service.clock.advance(7 * 24 * 60 * 60_000);
    token = tokenOf((await refresh(token)).json);
  }
  service.clock.advance(2 * 24 * 60 * 60_000);
  expectDead(await refresh(token));

  await service.service.sweep();
  const count = service.database.statement<{ n: number }>(
    'test_count_sessions',
    'select count(*)::integer as n from sessions',
  );
  expect(await count([])).toEqual([{ n: 0 }]);
});
