import { randomBytes } from 'node:crypto';
import {
  createCustodyClient,
  createTestService,
  databaseKind,
  logIn,
  makeWallet,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import {
  adminRoutes,
  custodyRoutes,
  directoryRoutes,
  emailRoutes,
  guestRoutes,
  limits,
  sessionRoutes,
} from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOfSecret } from '../apps/appSecret.ts';
import { register, startReceiver } from '../webhooks/webhooks.testkit.ts';

const dayMs = 24 * 60 * 60_000;
const days = 10;
/** Time after the last login at which a guest is deleted. */
const dueMs = limits.sessionLifeMs + days * dayMs;
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Guests',
  email_auth: true,
  guest_auth: true,
  guest_retention_days: days,
  secret_hash: hashOfSecret(testAppSecret),
  allowed_origins: ['http://localhost:3000'],
};
const { guest_retention_days: _, ...keeping } = { ...app, id: 'latchkey-test-app-0000002' };

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [app, keeping] });
});
afterEach(() => service.close());

const newCredential = () => randomBytes(32).toString('base64url');
async function enter(credential = newCredential(), appId = app.id) {
  const { json } = await service.call(guestRoutes.authenticate, {
    appId,
    body: { guest_credential: credential },
  });
  return { ...json, credential, userId: json.user?.id ?? '' };
}

async function removeGuests(from = service): Promise<void> {
  await from.service.jobs.find(({ name }) => name === 'guests')?.run();
}

interface Rows<Row> {
  rows: Row[];
}

/** Returns the ids of an app's users, without deleted ones. */
async function listUsers(appId = app.id): Promise<string[]> {
  const { rows } = (await service.database.db.execute(
    sql`select user_id from users where app_id = ${appId} order by created_at_ms`,
  )) as unknown as Rows<{ user_id: string }>;
  return rows.map((row) => row.user_id);
}

/** Returns the deletions of users in the audit log. */
async function listDeletions(): Promise<{ user_id: string; actor_type: string }[]> {
  const { rows } = (await service.database.db.execute(
    sql`select user_id, actor_type from audit_events where app_id = ${app.id} and kind = 'user.deleted'`,
  )) as unknown as Rows<{
    user_id: string;
    actor_type: string;
  }>;
  return rows;
}

test('a guest without a wallet is deleted when the app’s days have passed since their last session ended, and nobody else is', async () => {
  const receiver = await startReceiver();
  await register(service, receiver.url, { types: ['user.deleted'] });
  const idle = await enter();
  const returning = await enter();
  const elsewhere = await enter(newCredential(), keeping.id);
  const owner = await enter();
  const client = await createCustodyClient(service, { token: owner.privy_access_token ?? '' });
  const wallet = makeWallet({ appId: app.id, userId: owner.userId });
  expect((await client.call(custodyRoutes.create, wallet.body)).status).toBe(200);
  const upgraded = await enter();
  service.clock.advance(30_000);
  const email = 'ada@example.com';
  await service.call(emailRoutes.sendCode, { bearer: upgraded.privy_access_token ?? '', body: { email } });
  await service.call(emailRoutes.authenticate, {
    bearer: upgraded.privy_access_token ?? '',
    body: { email, code: service.outbox.codeFor(email) },
  });
  await logIn(service, 'grace@example.com');
  const all = await listUsers();
  expect(all).toHaveLength(5);

  service.clock.advance(dueMs - 120_000);
  await removeGuests();
  expect(await listUsers()).toEqual(all);
  const again = await enter(returning.credential);
  expect(again.userId).toBe(returning.userId);

  service.clock.advance(120_000);
  await removeGuests();
  expect(await listUsers()).toEqual(all.filter((id) => id !== idle.userId));
  expect(await listUsers(keeping.id)).toEqual([elsewhere.userId]);
  expect(await listDeletions()).toEqual([{ user_id: idle.userId, actor_type: 'system' }]);
  // As after a deletion by a back end, the user is unknown at once, and a webhook reports the deletion.
  const params = { user_id: idle.userId };
  expect((await service.call(directoryRoutes.getUser, { params })).status).toBe(404);
  expect((await enter(idle.credential)).userId).not.toBe(idle.userId);
  const body = { refresh_token: again.refresh_token };
  expect((await service.call(sessionRoutes.refresh, { body })).status).toBe(200);
  await service.service.seal();
  await service.service.deliver();
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { type: 'user.deleted', user: { id: idle.userId } },
  ]);
  await receiver.close();
});

test('guests are kept while the setting is null, and a shorter time counts at once', async () => {
  const bearer = service.config.adminKey;
  const created = {
    id: 'latchkey-test-app-0000003',
    name: 'Later',
    guest_auth: true,
    allowed_origins: ['http://localhost:3000'],
  };
  await service.call(adminRoutes.createApp, { bearer, body: created });
  const set = (guest_retention_days: number | null) =>
    service.call(adminRoutes.updateApp, {
      bearer,
      params: { id: created.id },
      body: { guest_retention_days },
    });
  for (const wrong of [0, 1.5, 3651]) expect((await set(wrong)).json.code).toBe('invalid_data');
  const { userId } = await enter(newCredential(), created.id);
  service.clock.advance(limits.sessionLifeMs + 4 * dayMs);
  await removeGuests();
  expect((await set(5)).status).toBe(200);
  await removeGuests();
  expect(await listUsers(created.id)).toEqual([userId]);
  await set(null);
  await removeGuests();
  expect(await listUsers(created.id)).toEqual([userId]);
  await set(4);
  await removeGuests();
  expect(await listUsers(created.id)).toEqual([]);
});

test('two processes delete more guests than a batch, each once', async () => {
  const { db } = service.database;
  const count = 250;
  const nowMs = service.clock.now();
  await db.execute(
    sql`insert into users (app_id, user_id, created_at_ms)
      select ${app.id}, 'did:privy:many-' || n, ${nowMs}::bigint from generate_series(1, ${count}::int) n`,
  );
  await db.execute(
    sql`insert into linked_accounts (app_id, type, subject, user_id, details, first_verified_at_ms, latest_verified_at_ms)
      select ${app.id}, 'guest', 'many-' || n, 'did:privy:many-' || n, '{}', ${nowMs}::bigint, ${nowMs}::bigint
      from generate_series(1, ${count}::int) n`,
  );
  service.clock.advance(dueMs);
  const second = await service.startAnother();
  await Promise.all([removeGuests(), removeGuests(second)]);
  await second.close();
  expect(await listUsers()).toEqual([]);
  const deletions = await listDeletions();
  expect(new Set(deletions.map((row) => row.user_id)).size).toBe(count);
  expect(deletions).toHaveLength(count);
});

// The embedded database has one connection, so a login cannot happen meanwhile.
if (databaseKind === 'postgres') {
  test('a guest who logs in while they are being deleted stays', async () => {
    const { userId } = await enter();
    service.clock.advance(dueMs);
    const job = await service.database.transaction(async (tx) => {
      await tx.execute(
        sql`update linked_accounts set latest_verified_at_ms = ${service.clock.now()}
          where app_id = ${app.id} and user_id = ${userId}`,
      );
      const [{ pid = 0 } = {}] = (
        (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as Rows<{
          pid: number;
        }>
      ).rows;
      const running = removeGuests();
      const isWaiting = async () => {
        const waiting = sql`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
        return ((await service.database.db.execute(waiting)) as unknown as Rows<object>).rows.length;
      };
      await expect.poll(isWaiting).toBeGreaterThan(0);
      return { running };
    });
    await job.running;
    expect(await listUsers()).toEqual([userId]);
    expect(await listDeletions()).toEqual([]);
  });
}
