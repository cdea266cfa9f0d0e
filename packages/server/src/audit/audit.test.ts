import { citusUrl, createTestService, type TestService } from '@latchkey/testkit';
import { auditListSchema, auditRoutes } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Audit, type AuditEvent, createAudit } from './index.ts';

let service: TestService;
let audit: Audit;
let appId: string;
let apps = 0;

beforeAll(async () => {
  service = await createTestService();
  audit = createAudit(service.world);
});
afterAll(() => service.close());
beforeEach(() => {
  apps += 1;
  appId = `audit-app-${apps}`;
});

const userId = 'did:privy:abcdefghijklmnopqrstuvwxy';
const login: AuditEvent = { kind: 'user.authenticated', userId, actor: { type: 'user', id: userId } };

const record = (event: AuditEvent = login, app = appId) =>
  service.database.transaction((tx) => audit.record(tx, app, event));

test('audit events get their sequence numbers in the order in which they were written, per app and without gaps', async () => {
  const ids = [await record(), await record({ ...login, kind: 'session.ended' })];
  const other = `${appId}-other`;
  await record(login, other);
  ids.push(
    ...(await service.database.transaction(async (tx) => [
      await audit.record(tx, appId, { ...login, kind: 'user.created' }),
      await audit.record(tx, appId, login),
    ])),
  );
  expect(await audit.list(appId, 0, 10)).toEqual([]);
  expect(await audit.head(appId)).toBe(0);
  await audit.seal();
  await record();
  await audit.seal();
  const events = await audit.list(appId, 0, 10);
  expect(events.slice(0, 4).map(({ eventId }) => eventId)).toEqual(ids);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(await audit.head(appId)).toBe(5);
  expect((await audit.list(other, 0, 10)).map(({ sequence }) => sequence)).toEqual([1]);
  expect((await audit.list(appId, 3, 1)).map(({ sequence }) => sequence)).toEqual([4]);
});

test('an audit event of a transaction that is rolled back is not recorded', async () => {
  const failing = service.database.transaction(async (tx) => {
    await audit.record(tx, appId, login);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await audit.seal();
  expect(await audit.list(appId, 0, 10)).toEqual([]);
});

test('several sealers at once number 520 audit events, more than a batch, without gaps or duplicates', async () => {
  await service.database.transaction(async (tx) => {
    for (let event = 0; event < 520; event += 1) await audit.record(tx, appId, login);
  });
  await Promise.all([audit.seal(), audit.seal(), audit.seal()]);
  await audit.seal();
  const events = await audit.list(appId, 0, 2_000);
  expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 520 }, (_, at) => at + 1));
});

test('an app whose audit chain cannot be continued does not stop other apps, and is sealed once its chain can be continued', async () => {
  const [stuck, free] = [`${appId}-a-stuck`, `${appId}-b-free`];
  await record(login, stuck);
  await record(login, free);
  const { db } = service.database;
  const refusal = sql.raw(`check (app_id <> '${stuck}' or sequence = 0)`);
  await db.execute(sql`alter table audit_chains add constraint refused ${refusal} not valid`);
  await expect(audit.seal()).rejects.toThrow();
  expect(await audit.head(stuck)).toBe(0);
  expect(await audit.head(free)).toBe(1);
  await db.execute(sql`alter table audit_chains drop constraint refused`);
  await audit.seal();
  expect(await audit.head(stuck)).toBe(1);
});

test('the database function record_event writes the same row as record', async () => {
  const details = { method: 'email', fields: ['name'], count: 3 };
  const event: AuditEvent = { ...login, sessionId: 'abc', subject: 'def', details };
  await record(event);
  await service.database.db.execute(sql`select record_event(${appId}, ${audit.entry(appId, event)}::jsonb)`);
  await audit.seal();
  const events = await audit.list(appId, 0, 10);
  expect(events).toHaveLength(2);
  const facts = events.map(({ eventId, sequence, hash, ...rest }) => rest);
  expect(facts[0]).toEqual(facts[1]);
  expect(facts[0]).toMatchObject({ appId, userId, sessionId: 'abc', details, atMs: service.clock.now() });
});

test.each<[string, Partial<AuditEvent>]>([
  ['an email address', { subject: 'ada@example.com' }],
  ['a phone number', { details: { to: '+15551234567' } }],
  ['a phone number as a number', { details: { to: 15_551_234_567 } }],
  ['a code', { details: { method: '123456' } }],
  ['an access token', { details: { token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln' } }],
  ['a line break', { details: { method: 'email\n{"level":60}' } }],
  ['text', { details: { name: 'My app' } }],
  ['an address among names', { details: { fields: ['name', 'ada@example.com'] } }],
  ['a name that is an address', { details: { 'ada@example.com': true } }],
  ['an address as the actor', { actor: { type: 'user', id: 'ada@example.com' } }],
  ['an address as the user', { userId: 'ada@example.com' }],
  ['an unknown kind', { kind: 'user.renamed' as 'user.created' }],
  ['a nested object', { details: { user: { a: 1 } as unknown as string } }],
])('[S48] an event with %s is refused, and the error does not contain it', async (_, flaw) => {
  const refused = await record({ ...login, ...flaw }).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(String(refused)).not.toMatch(/ada@|5551234567|123456|eyJ|My app/);
  await audit.seal();
  expect(await audit.list(appId, 0, 10)).toEqual([]);
});

// On a Citus cluster the trigger that protects the log does not exist (db/spread.ts).
if (citusUrl() === null) {
  test('[S48] the database refuses to change audit events, and to delete one that is not at the start of the log', async () => {
    await record();
    await record();
    await audit.seal();
    await record();
    const { db } = service.database;
    const changes = [
      sql`update audit_events set kind = 'user.deleted' where app_id = ${appId}`,
      sql`update audit_events set hash = '\\x00' where app_id = ${appId} and sequence = 1`,
      sql`update audit_events set sequence = null, hash = null where app_id = ${appId} and sequence = 2`,
      sql`update audit_events set user_id = 'x', sequence = 9, hash = '\\x00' where app_id = ${appId} and sequence is null`,
      sql`delete from audit_events where app_id = ${appId} and sequence = 2`,
      sql`delete from audit_events where app_id = ${appId} and sequence is null`,
    ];
    for (const change of changes) {
      const error = await db.execute(change).then(
        () => 'was let through',
        (reason: Error & { cause?: Error }) => reason.cause?.message,
      );
      expect(error).toBe('audit_events is append-only');
    }
  });
}

test('the audit log of an app is read in pages with the operator’s key, and a wrong key or an invalid page is refused', async () => {
  const { id } = service.app;
  // Seals the events that the service wrote at its start.
  await audit.seal();
  await record({ ...login, details: { method: 'email' } }, id);
  await record({ kind: 'app.updated', userId: null, actor: { type: 'operator' } }, id);
  await audit.seal();
  const bearer = service.config.adminKey;
  const read = (query: string, key = bearer) =>
    service.fetch(
      new Request(`${service.config.url}/api/v1/admin/apps/${id}/audit${query}`, {
        headers: { authorization: `Bearer ${key}` },
      }),
    );
  const all = await service.call(auditRoutes.list, { bearer, params: { id } });
  expect(v.is(auditListSchema(), all.json)).toBe(true);
  const [first, second] = all.json.events.slice(-2);
  expect(first).toMatchObject({ kind: 'user.authenticated', user_id: userId, details: { method: 'email' } });
  expect(second).toMatchObject({ kind: 'app.updated', user_id: null, actor: { type: 'operator', id: null } });
  const page = await (await read(`?after=${first?.sequence}&limit=1`)).json();
  expect(page.events).toEqual([second]);

  expect((await read('', 'wrong')).status).toBe(401);
  for (const query of [
    '?limit=1001',
    '?limit=0',
    '?limit=-1',
    '?after=x',
    '?after=1e3',
    '?after=1&after=2',
    '?after=99999999999999999',
  ]) {
    const refused = await read(query);
    expect(refused.status, query).toBe(400);
  }
});
