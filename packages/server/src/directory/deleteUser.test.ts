import { citusUrl, createTestService, createWalletOwner, logIn, type TestService } from '@latchkey/testkit';
import { directoryRoutes, emailRoutes, lookupRoutes, meRoutes, sessionRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dumpTables } from '../db/dump.testkit.ts';
import { importUser } from './users.testkit.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const dayMs = 24 * 60 * 60_000;
const email = 'leaver@example.com';

const deleteUser = (userId: string, immediately?: 'true') =>
  service.call(directoryRoutes.deleteUser, {
    params: { user_id: userId },
    ...(immediately ? { body: { immediately } } : {}),
  });

/** Returns the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const found = await dumpTables(service.database);
  return [...found]
    .filter(([, rows]) => rows.some((row) => row.includes(text)))
    .map(([table]) => table)
    .sort();
}

/** Creates a user with a wallet, a second session, metadata, accepted terms and a pending code. */
async function createPerson() {
  const owner = await createWalletOwner(service, email);
  const params = { user_id: owner.user.userId };
  await service.call(directoryRoutes.setMetadata, {
    params,
    body: { custom_metadata: { note: 'meta-canary' } },
  });
  await service.call(meRoutes.acceptTerms, { body: {}, bearer: owner.user.token });
  const second = await logIn(service, email);
  service.clock.advance(30_000);
  await service.call(emailRoutes.sendCode, { body: { email } });
  return { ...owner, userId: owner.user.userId, second };
}

test('[S23] a deleted user is not found by id, address, wallet or search, their sessions end, and a login with their address creates a new user', async () => {
  const { userId, user, second, wallet } = await createPerson();
  const { status, json } = await deleteUser(userId);
  const dueS = Math.floor((service.clock.now() + 7 * dayMs) / 1000);
  expect(status).toBe(200);
  expect(json).toEqual({ deleted: true, destroyed_at: dueS });

  expect((await service.call(directoryRoutes.getUser, { params: { user_id: userId } })).status).toBe(404);
  const address = wallet.body.wallets[0]?.address ?? '';
  for (const [route, body] of [
    [lookupRoutes.byEmail, { address: email }],
    [lookupRoutes.byWallet, { address }],
  ] as const) {
    expect((await service.call(route, { body })).status).toBe(404);
  }
  const { json: listed } = await service.call(directoryRoutes.searchUsers, { body: { searchTerm: email } });
  expect(listed.data).toEqual([]);

  expect((await service.call(meRoutes.getMe, { bearer: user.token })).json.code).toBe(
    'missing_or_invalid_token',
  );
  for (const refreshToken of [user.refreshToken, second.refresh_token]) {
    const refused = await service.call(sessionRoutes.refresh, { body: { refresh_token: refreshToken } });
    expect(refused.status).toBe(401);
    expect(refused.json.code).toBe('missing_or_invalid_token');
  }
  const login = await logIn(service, email);
  expect(login.is_new_user).toBe(true);
  expect(login.user?.id).not.toBe(userId);
  expect(login.user?.linked_accounts).toHaveLength(1);
});

test('[S51, S54] seven days after a user’s deletion, only the audit log contains their id, and no table contains their email address, metadata or wallet address', async () => {
  const { userId, wallet } = await createPerson();
  const address = wallet.body.wallets[0]?.address ?? '';
  expect(await tablesWith(userId)).toContain('devices');
  await deleteUser(userId);
  // Kept until the sweep after seven days.
  const kept = ['audit_events', 'deleted_users', 'devices', 'embedded_wallets', 'recovery_sets'];
  expect(await tablesWith(userId)).toEqual(expect.arrayContaining(kept));
  expect(await tablesWith(email)).toEqual(['deleted_users']);

  service.clock.advance(7 * dayMs - 1_000);
  await service.service.sweep();
  expect(await tablesWith(userId)).toContain('recovery_sets');

  service.clock.advance(1_000);
  await service.service.sweep();
  expect(await tablesWith(userId)).toEqual(['audit_events']);
  for (const canary of [email, 'meta-canary', address, address.toLowerCase()]) {
    expect(await tablesWith(canary), canary).toEqual([]);
  }
  const { body } = wallet;
  for (const part of [body.device.device_id, body.recovery.recovery_id, body.request_id, body.entropy_uid]) {
    expect((await tablesWith(part)).filter((table) => table !== 'audit_events')).toEqual([]);
  }
});

test('[S51] with `immediately`, only the audit log contains a user’s id after the answer, and it names the actor', async () => {
  const { userId } = await createPerson();
  const { json } = await deleteUser(userId, 'true');
  expect(json.destroyed_at).toBe(Math.floor(service.clock.now() / 1000));
  expect(await tablesWith(userId)).toEqual(['audit_events']);
  const found = await dumpTables(service.database);
  for (const table of [
    'codes',
    'code_networks',
    'devices',
    'recoveries',
    'recovery_sets',
    'sessions',
    'session_keys',
  ]) {
    expect(found.get(table), table).toEqual([]);
  }
  const events = (found.get('audit_events') ?? []).map((row) => JSON.parse(row) as Record<string, unknown>);
  const about = (kind: string) => events.find((event) => event.kind === kind && event.user_id === userId);
  expect(about('user.deleted')).toMatchObject({ actor_type: 'app', actor_id: service.app.id });
  expect(about('user.destroyed')).toMatchObject({ actor_type: 'system' });
});

test('a repeated deletion gets the same answer, and destroys the user early if the back end asks for it', async () => {
  const { userId } = await createPerson();
  const first = await deleteUser(userId);
  service.clock.advance(dayMs);
  const again = await deleteUser(userId);
  expect(again.json).toEqual(first.json);
  expect((await deleteUser(userId, 'true')).status).toBe(200);
  expect(await tablesWith(userId)).toEqual(['audit_events']);
  const nobody = await deleteUser(userId);
  expect(nobody.status).toBe(404);
  expect(nobody.json.code).toBe('user_does_not_exist');
});

test("deleting one user leaves another's wallet, session and codes as they were", async () => {
  const { userId } = await createPerson();
  const other = await createWalletOwner(service, 'stayer@example.com');
  await deleteUser(userId, 'true');
  const { json } = await service.call(sessionRoutes.refresh, {
    body: { refresh_token: other.user.refreshToken },
  });
  expect(json.user?.linked_accounts.map(({ type }) => type)).toEqual(['email', 'wallet']);
  expect(await tablesWith(other.user.userId)).toEqual(
    expect.arrayContaining(['devices', 'recovery_sets', 'recoveries']),
  );
});

test('[S51] the export of a user contains their data without secrets, and is itself logged', async () => {
  const { userId, wallet, user, second } = await createPerson();
  const params = { user_id: userId };
  const { status, json } = await service.call(directoryRoutes.exportUser, { params });
  expect(status).toBe(200);
  const { json: shown } = await service.call(directoryRoutes.getUser, { params });
  expect(json.user).toEqual(shown);
  expect(json.user.custom_metadata).toEqual({ note: 'meta-canary' });
  expect(json.terms).toMatchObject({ terms_and_conditions_url: null });
  expect(json.sessions.length).toBe(2);
  expect(json.devices.length).toBe(1);
  expect(json.recovery.length).toBe(1);
  expect(json.recovery[0]?.method).toBe('privy');
  expect(json.events.map(({ kind }) => kind)).toContain('user.created');
  const text = JSON.stringify(json);
  const { body } = wallet;
  const secrets = [user.token, user.refreshToken, second.refresh_token ?? '', body.device.auth_part];
  for (const secret of [
    ...secrets,
    body.recovery.auth_part,
    body.recovery.ciphertext,
    body.recovery.recovery_key,
  ]) {
    expect(text).not.toContain(secret);
  }
  const again = await service.call(directoryRoutes.exportUser, { params });
  expect(again.json.events.map(({ kind }) => kind)).toContain('user.exported');
  const nobody = await service.call(directoryRoutes.exportUser, { params: { user_id: 'did:privy:x' } });
  expect(nobody.status).toBe(404);
});

test('an imported user who never logged in can be deleted', async () => {
  const { id } = await importUser(service, [{ type: 'phone', number: '+12015550123' }]);
  await deleteUser(id, 'true');
  expect(await tablesWith('+12015550123')).toEqual([]);
});

// A Citus cluster permits no trigger on these tables.
if (citusUrl() === null) {
  test('[S51] a user who cannot be destroyed, or a module that cannot be swept, does not stop the destruction of other users', async () => {
    const [stuck, free] = [
      await importUser(service, [{ type: 'custom_auth', custom_user_id: 'stuck' }]),
      await importUser(service, [{ type: 'custom_auth', custom_user_id: 'free' }]),
    ];
    await deleteUser(stuck.id);
    await deleteUser(free.id);
    const { db } = service.database;
    await db.execute(sql`
      create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await db.execute(
      sql`create trigger refuse before delete on deleted_users for each row
        when (old.user_id = ${sql.raw(`'${stuck.id}'`)}) execute function refuse()`,
    );
    await db.execute(sql`alter table used_ids rename to away`);
    service.clock.advance(7 * dayMs);
    await expect(service.service.sweep()).rejects.toThrow();
    expect(await tablesWith(free.id)).toEqual(['audit_events']);
    expect(await tablesWith(stuck.id)).toEqual(['audit_events', 'deleted_users']);

    await db.execute(sql`drop trigger refuse on deleted_users`);
    await db.execute(sql`alter table away rename to used_ids`);
    await service.service.sweep();
    expect(await tablesWith(stuck.id)).toEqual(['audit_events']);
  });
}
