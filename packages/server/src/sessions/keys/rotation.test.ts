import { createService } from '@latchkey/server';
import { createTestService, databaseKind, logIn, type TestService } from '@latchkey/testkit';
import {
  adminRoutes,
  auditRoutes,
  getAppRoute,
  keySetRoutes,
  reauthenticateRoute,
  sessionRoutes,
} from '@latchkey/wire';
import { and, eq, sql } from 'drizzle-orm';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signingKeys } from './table.ts';

const appOf = (place: number) => ({
  id: `latchkey-test-app-000001${place}`,
  name: 'Rotating',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
});

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [1, 2, 3, 4, 5, 6, 7].map(appOf) });
});
afterAll(() => service.close());

const signingKeyOverlapMs = 2 * 60 * 60_000;
const kidOf = (jwt: string | null) =>
  (JSON.parse(Buffer.from(jwt?.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
const rotate = async (appId: string) =>
  (
    await service.call(adminRoutes.rotateSigningKey, {
      params: { id: appId },
      bearer: service.config.adminKey,
    })
  ).json.keys;
const keySet = async (appId: string) => (await service.call(keySetRoutes.get, { appId })).json;
const kidsOf = async (appId: string) => (await keySet(appId)).keys.map(({ kid }) => kid);

test('[S21] a new signing key is in the key set two hours before it signs, and the old key stays for two hours after', async () => {
  const { id: appId } = appOf(1);
  const login = await logIn(service, 'ada@example.com', { appId });
  const first = kidOf(login.token);
  const keys = await rotate(appId);
  expect(keys.map(({ kid }) => kid)).toEqual([first, expect.any(String)]);
  const second = keys[1]?.kid ?? '';
  expect(Number(keys[1]?.signs_from)).toBe(Math.floor((service.clock.now() + signingKeyOverlapMs) / 1000));
  expect(await kidsOf(appId)).toEqual([first, second]);

  let session = login;
  const refresh = async () => {
    const answer = await service.call(sessionRoutes.refresh, {
      appId,
      body: { refresh_token: session.refresh_token },
    });
    expect(answer.status).toBe(200);
    session = answer.json;
    return kidOf(session.token);
  };
  const verify = async (token: string | null) =>
    jwtVerify(token ?? '', createLocalJWKSet((await keySet(appId)) as JSONWebKeySet), {
      currentDate: new Date(service.clock.now()),
    });
  const served = async () => (await service.call(getAppRoute, { appId })).json.verification_key;
  const before = await served();

  service.clock.advance(signingKeyOverlapMs - 1);
  expect(await refresh()).toBe(first);
  const lastOfFirst = session;
  service.clock.advance(1);
  expect(await refresh()).toBe(second);
  for (const token of [lastOfFirst.token, session.token]) await verify(token);
  for (const bearer of [lastOfFirst.token, lastOfFirst.privy_access_token, session.token]) {
    // A wrong code is only reported if the token was accepted.
    const body = { method: 'email', email: 'ada@example.com', code: '000000' };
    const asked = await service.call(reauthenticateRoute, { appId, bearer: bearer ?? '', body });
    expect(asked.json.code).toBe('invalid_credentials');
  }
  expect(await served()).not.toBe(before);

  service.clock.advance(signingKeyOverlapMs - 1);
  expect(await kidsOf(appId)).toEqual([first, second]);
  service.clock.advance(1);
  expect(await kidsOf(appId)).toEqual([second]);
  await service.service.sweep();
  const rows = await service.database.statement(
    'test_signing_keys',
    'select kid from signing_keys where app_id = $1',
  )([appId]);
  expect(rows).toEqual([{ kid: second }]);
  expect(await refresh()).toBe(second);
});

test('[S21] a second rotation while a signing key is waiting makes no third key, even if both run at once', async () => {
  const { id: appId } = appOf(2);
  await kidsOf(appId);
  const [one, two] = await Promise.all([rotate(appId), rotate(appId)]);
  expect(one).toEqual(two);
  expect(await rotate(appId)).toEqual(one);
  expect(one).toHaveLength(2);
});

test('[S21] another process serves a new signing key within 10 s, and signs with it once it is due', async () => {
  const { id: appId } = appOf(3);
  const login = await logIn(service, 'ada@example.com', { appId });
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const other = await createService({
    config,
    database,
    mailer,
    clock,
    apps: [appOf(1), appOf(2), appOf(3), appOf(4)],
  });
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = {
      'privy-app-id': appId,
      origin: 'http://localhost:3000',
      'content-type': 'application/json',
    };
    const response = await other.fetch(new Request(`${config.url}${path}`, { ...init, headers }));
    return (await response.json()) as { keys: { kid: string }[]; token: string };
  };
  const jwks = () => request(`/api/v1/apps/${appId}/jwks.json`);
  expect((await jwks()).keys).toHaveLength(1);
  const [, next] = await rotate(appId);
  service.clock.advance(10_000);
  expect((await jwks()).keys.map(({ kid }) => kid)).toEqual([kidOf(login.token), next?.kid]);
  service.clock.advance(signingKeyOverlapMs);
  const body = JSON.stringify({ refresh_token: login.refresh_token });
  expect(kidOf((await request('/api/v1/sessions', { method: 'POST', body })).token)).toBe(next?.kid);
  await other.close();
});

test('[S21] tokens of a revoked signing key are refused, and another key signs at once', async () => {
  const { id: appId } = appOf(4);
  const login = await logIn(service, 'ada@example.com', { appId });
  const revoke = (kid: string) =>
    service.call(adminRoutes.revokeSigningKey, {
      params: { id: appId, kid },
      bearer: service.config.adminKey,
    });
  const refresh = async (refreshToken: string | null) =>
    (await service.call(sessionRoutes.refresh, { appId, body: { refresh_token: refreshToken } })).json;
  const requestWith = async (bearer: string | null) => {
    const body = { method: 'email', email: 'ada@example.com', code: '000000' };
    const asked = await service.call(reauthenticateRoute, { appId, bearer: bearer ?? '', body });
    return asked.json.code;
  };
  const first = kidOf(login.token);
  expect(await requestWith(login.token)).toBe('invalid_credentials');

  const left = (await revoke(first)).json.keys.map(({ kid }) => kid);
  expect(left).toHaveLength(1);
  expect(await kidsOf(appId)).toEqual(left);
  for (const token of [login.token, login.privy_access_token])
    expect(await requestWith(token)).toBe('missing_or_invalid_token');
  // The session lives on, because its refresh token does not depend on the key.
  const renewed = await refresh(login.refresh_token);
  expect(kidOf(renewed.token)).toBe(left[0]);
  expect(await requestWith(renewed.token)).toBe('invalid_credentials');

  // Revoking the signing key makes a waiting key sign at once. A waiting key can be revoked too; the signing key then
  // continues.
  const waiting = (await rotate(appId)).at(-1)?.kid ?? '';
  expect((await revoke(left[0] ?? '')).json.keys.map(({ kid }) => kid)).toEqual([waiting]);
  const again = await refresh(renewed.refresh_token);
  expect(kidOf(again.token)).toBe(waiting);
  const next = (await rotate(appId)).at(-1)?.kid ?? '';
  expect((await revoke(next)).json.keys.map(({ kid }) => kid)).toEqual([waiting]);
  expect(kidOf((await refresh(again.refresh_token)).token)).toBe(waiting);

  expect((await revoke(first)).json.code).toBe('not_found');
  await service.service.seal();
  const { json } = await service.call(auditRoutes.list, {
    params: { id: appId },
    bearer: service.config.adminKey,
  });
  const told = json.events.filter(({ kind }) => kind === 'signing_key.revoked');
  expect(told.map(({ subject }) => subject)).toEqual([first, left[0], next]);
});

// The embedded database has one connection, so no rotation can be under way meanwhile.
if (databaseKind === 'postgres') {
  test('[S21] when the signing key is revoked during a rotation, the new key signs at once, not the replaced one', async () => {
    const { id: appId } = appOf(7);
    const { db, transaction } = service.database;
    await kidsOf(appId);
    await rotate(appId);
    service.clock.advance(signingKeyOverlapMs);
    const [first, second, third] = (await rotate(appId)).map(({ kid }) => kid);
    // Adds the third key again in a transaction, as a rotation that is not committed yet.
    const rows = await db
      .delete(signingKeys)
      .where(and(eq(signingKeys.appId, appId), eq(signingKeys.kid, third ?? '')))
      .returning();
    const { revoked } = await transaction(async (tx) => {
      await tx.insert(signingKeys).values(rows);
      const {
        rows: [own],
      } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { rows: { pid: number }[] };
      const revoked = service.call(adminRoutes.revokeSigningKey, {
        params: { id: appId, kid: second ?? '' },
        bearer: service.config.adminKey,
      });
      const isWaiting = async () =>
        (
          (await db.execute(
            sql`select 1 from pg_stat_activity where ${own?.pid ?? 0}::int = any(pg_blocking_pids(pid))`,
          )) as unknown as { rows: object[] }
        ).rows.length;
      await expect.poll(isWaiting).toBeGreaterThan(0);
      return { revoked };
    });
    expect((await revoked).json.keys.map(({ kid }) => kid)).toEqual([first, third]);
    expect(kidOf((await logIn(service, 'ada@example.com', { appId })).token)).toBe(third);
  });
}

test('a failed read of the signing keys is not cached, so the service works again once the database does', async () => {
  const { id: appId } = appOf(5);
  const { db } = service.database;
  await db.execute(sql`alter table signing_keys rename to away`);
  try {
    expect((await service.call(keySetRoutes.get, { appId })).status).toBe(500);
  } finally {
    await db.execute(sql`alter table away rename to signing_keys`);
  }
  expect((await service.call(keySetRoutes.get, { appId })).status).toBe(200);
});

test('a process that starts after private signing keys were swapped between rows does not refresh a session', async () => {
  const { id: appId } = appOf(6);
  const login = await logIn(service, 'ada@example.com', { appId });
  await rotate(appId);
  const { db } = service.database;
  await db.execute(sql`
    update signing_keys set private_key = other.private_key from signing_keys other
    where signing_keys.app_id = ${appId} and other.app_id = ${appId} and other.kid <> signing_keys.kid`);
  // Opened keys stay in memory, so only a process that starts now opens the changed rows.
  const { config, database, clock } = service;
  const mailer = { send: async () => {}, close: async () => {} };
  const fresh = await createService({ config, database, mailer, clock, apps: [appOf(6)] });
  const answer = await fresh.fetch(
    new Request(`${config.url}/api/v1/sessions`, {
      method: 'POST',
      headers: {
        'privy-app-id': appId,
        origin: 'http://localhost:3000',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ refresh_token: login.refresh_token }),
    }),
  );
  expect(answer.status).toBe(500);
  await fresh.close();
});

test('rotating a signing key requires the operator’s key and an existing app', async () => {
  const { id: appId } = appOf(1);
  const missing = await service.call(adminRoutes.rotateSigningKey, {
    params: { id: 'no-such-app' },
    bearer: service.config.adminKey,
  });
  expect(missing.json.code).toBe('app_not_found');
  const stranger = await service.call(adminRoutes.rotateSigningKey, { params: { id: appId }, bearer: 'x' });
  expect(stranger.json.code).toBe('missing_or_invalid_token');
});
