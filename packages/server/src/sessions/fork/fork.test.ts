import { claimsOf, createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  forkRoute,
  limits,
  rateLimits,
  reauthenticateRoute,
  sessionRoutes,
  type TokenReply,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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
  return logIn(service, `forker-${people}@example.com`);
}
const fork = (login: Pick<TokenReply, 'token' | 'refresh_token'>) =>
  service.call(forkRoute, {
    body: { refresh_token: login.refresh_token },
    bearer: login.token ?? '',
  });
const recover = (token: string | null | undefined, more: { appId?: string } = {}) =>
  service.call(sessionRoutes.recoverFork, { body: { refresh_token: token }, ...more });
const refresh = (token: string | null) =>
  service.call(sessionRoutes.refresh, { body: { refresh_token: token } });

function expectDead(answer: { status: number; json: { code?: string | undefined } }): void {
  expect(answer.json.code).toBe('missing_or_invalid_token');
  expect(answer.status).toBe(401);
}

describe('a fork', () => {
  test('[SESS-16] a fork renews the session and returns a further token, which does not refresh that session', async () => {
    const login = await newSession();
    const { status, json } = await fork(login);
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual(['new_session_refresh_token', 'refresh_token', 'token']);
    expect(claimsOf(json.token).sid).toBe(claimsOf(login.token).sid);
    expect((await refresh(json.refresh_token)).status).toBe(200);
    // The fork's token is not a refresh token of this session.
    expectDead(await refresh(json.new_session_refresh_token));
  });

  test('[SESS-20, S24] a fork’s token begins, without a bearer, a session with its own id and family', async () => {
    const login = await newSession();
    const { json } = await fork(login);
    const forked = await recover(json.new_session_refresh_token);
    expect(forked.status).toBe(200);
    expect(forked.json.user).toEqual(login.user);
    expect(forked.json).toMatchObject({ session_update_action: 'set', is_new_user: false });
    expect(claimsOf(forked.json.token).sid).not.toBe(claimsOf(login.token).sid);
    await service.call(sessionRoutes.logout, { body: { refresh_token: forked.json.refresh_token } });
    expectDead(await refresh(forked.json.refresh_token));
    expect((await refresh(json.refresh_token)).status).toBe(200);
  });

  test('[S22] a fork’s token begins one session, even if five requests arrive at once', async () => {
    const { json } = await fork(await newSession());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => recover(json.new_session_refresh_token)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectDead(await recover(json.new_session_refresh_token));
  });

  test('a fork’s token is valid for five minutes, in its app, while its session lives', async () => {
    const late = await fork(await newSession());
    const inTime = await fork(await newSession());
    service.clock.advance(5 * 60_000 - 1);
    expect((await recover(inTime.json.new_session_refresh_token)).status).toBe(200);
    service.clock.advance(1);
    expectDead(await recover(late.json.new_session_refresh_token));

    const elsewhere = await fork(await newSession());
    expectDead(await recover(elsewhere.json.new_session_refresh_token, { appId: otherApp.id }));

    const left = await fork(await newSession());
    await service.call(sessionRoutes.logout, { body: { refresh_token: left.json.refresh_token } });
    expectDead(await recover(left.json.new_session_refresh_token));
    for (const nonsense of [null, undefined, '', 'x'.repeat(5_000)]) expectDead(await recover(nonsense));
  });

  test('[SESS-16] a fork needs the access token and the refresh token of the same session', async () => {
    const [mine, other] = [await newSession(), await newSession()];
    expectDead(await fork({ token: null, refresh_token: mine.refresh_token }));
    expectDead(await fork({ token: mine.token, refresh_token: null }));
    expectDead(await fork({ token: mine.token, refresh_token: other.refresh_token }));
    const elsewhere = await logIn(service, `forker-${people}@example.com`);
    expectDead(await fork({ token: other.token, refresh_token: elsewhere.refresh_token }));
    expect((await fork(mine)).status).toBe(200);
  });

  test('[S22] a fork keeps the login’s time and end, so a fork of forks ends 30 days after the login', async () => {
    let session: Pick<TokenReply, 'token' | 'refresh_token'> = await newSession();
    const authTime = service.clock.now();
    const dayMs = 24 * 60 * 60_000;
    for (let week = 0; week < 4; week += 1) {
      service.clock.advance(7 * dayMs);
      const { json } = await refresh(session.refresh_token);
      session = (await recover((await fork(json)).json.new_session_refresh_token)).json;
    }
    const find = service.database.statement<{ auth_time_ms: number; expires_at_ms: number }>(
      'test_forked',
      'select auth_time_ms, expires_at_ms from sessions where session_id = $1',
    );
    const [row] = await find([claimsOf(session.token).sid]);
    expect(row).toEqual({ auth_time_ms: authTime, expires_at_ms: authTime + 30 * dayMs });
    service.clock.advance(2 * dayMs);
    expectDead(await refresh(session.refresh_token));
  });

  test('[S45] forks are limited per network, while refreshes from the same network still succeed', async () => {
    const network = '203.0.113.77';
    let session: Pick<TokenReply, 'token' | 'refresh_token'> = await newSession();
    const forkThere = () =>
      service.call(forkRoute, {
        network,
        body: { refresh_token: session.refresh_token },
        bearer: session.token ?? '',
      });
    const { calls } = rateLimits['sessions.fork'].network;
    for (let count = 0; count < calls; count += 1) session = (await forkThere()).json;
    const refused = await forkThere();
    expect(refused.status).toBe(429);
    expect(refused.json.code).toBe('too_many_requests');
    const renewed = await service.call(sessionRoutes.refresh, {
      network,
      body: { refresh_token: session.refresh_token },
    });
    expect(renewed.status).toBe(200);
  });

  const logout = (login: Pick<TokenReply, 'refresh_token'>) =>
    service.call(sessionRoutes.logout, { body: { refresh_token: login.refresh_token } });
  const forkOf = async (login: Pick<TokenReply, 'token' | 'refresh_token'>) => {
    const { json } = await fork(login);
    const forked = (await recover(json.new_session_refresh_token)).json;
    return { parent: { ...login, ...json }, forked };
  };

  test('[S23] a forked session ends with its parent, as do forks of forks, but a parent does not end with its fork', async () => {
    const { parent, forked: child } = await forkOf(await newSession());
    const { parent: middle, forked: leaf } = await forkOf(child);
    const { parent: root, forked: sibling } = await forkOf(parent);
    const open = (await fork(sibling)).json;
    await logout(leaf);
    expect((await refresh(middle.refresh_token)).status).toBe(200);
    await logout(root);
    const living = { bearer: middle.token ?? '', body: { method: 'email' } };
    expectDead(await refresh(middle.refresh_token));
    expectDead(await refresh(open.refresh_token));
    expectDead(await recover(open.new_session_refresh_token));
    expectDead(
      await service.call(reauthenticateRoute, {
        ...living,
        body: { method: 'email', email: 'a@example.com', code: '000000' },
      }),
    );
  });

  test('[S23] a forked session ends with a parent whose used refresh token is replayed', async () => {
    const login = await newSession();
    const { parent, forked } = await forkOf(login);
    const newest = (await refresh(parent.refresh_token)).json;
    await refresh(newest.refresh_token);
    service.clock.advance(limits.refreshGraceMs + 1);
    expectDead(await refresh(parent.refresh_token));
    expectDead(await refresh(forked.refresh_token));
  });

  test('[S23] no forked session survives a log-out that runs while forks are being opened', async () => {
    for (let round = 0; round < 5; round += 1) {
      const login = await newSession();
      const { json } = await fork(login);
      const { json: other } = await fork(json);
      const [first, second] = await Promise.all([
        recover(json.new_session_refresh_token),
        recover(other.new_session_refresh_token),
        logout(other),
      ]);
      for (const { status, json: forked } of [first, second]) {
        expect([200, 401]).toContain(status);
        expectDead(await refresh(forked.refresh_token ?? ''));
      }
    }
  });

  test('the row of a fork contains no readable token, and is swept after its time', async () => {
    const { json } = await fork(await newSession());
    const dump = service.database.statement<{ row: string }>(
      'test_forks',
      'select f::text as row from session_forks f',
    );
    const text = (await dump([])).map(({ row }) => row).join('\n');
    expect(text).not.toBe('');
    const token = json.new_session_refresh_token;
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    service.clock.advance(limits.forkLifeMs);
    await service.service.sweep();
    expect(await dump([])).toEqual([]);
  });
});
