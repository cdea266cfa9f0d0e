import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditLifeMs } from './retention.ts';
import { verifyAudit } from './verify.ts';

let service: TestService;
let appId: string;
beforeEach(async () => {
  service = await createTestService();
  appId = service.app.id;
  for (const name of ['ada', 'grace', 'linus']) await logIn(service, `${name}@example.com`);
  await service.service.seal();
});
afterEach(() => service.close());

/** Changes the log like an attacker who has the password of the database and can avoid the trigger. */
async function tamper(...statements: string[]): Promise<void> {
  await service.database.exclusively(async (run) => {
    // Triggers do not fire for the role `replica`. On a cluster the first setting passes it on to every node.
    await run(
      "set local citus.propagate_set_commands = 'local'; set local session_replication_role = replica",
    );
    for (const statement of statements) await run(statement);
  });
}

const verify = async (...anchors: Parameters<typeof verifyAudit>[1] & {}) =>
  (await verifyAudit(service.database, anchors)).problems.map(({ sequence, what }) => `${sequence} ${what}`);

const endOf = async () => {
  const { ends } = await verifyAudit(service.database);
  return ends.find((end) => end.appId === appId) ?? expect.fail('no chain');
};

test('[S48] verifyAudit reports no problem in an unchanged log, even while it grows', async () => {
  const { ends, problems } = await verifyAudit(service.database);
  expect(problems).toEqual([]);
  expect(ends.find((end) => end.appId === appId)?.events).toBeGreaterThanOrEqual(3);
  const anchor = await endOf();
  await logIn(service, 'ada@example.com');
  await logIn(service, 'new@example.com');
  expect(await verify(anchor)).toEqual([]);
  await service.service.seal();
  expect(await verify(anchor)).toEqual([]);
  expect((await endOf()).sequence).toBeGreaterThan(anchor.sequence);
});

test.each([
  ['kind', "kind = 'user.deleted'"],
  ['user', "user_id = 'did:privy:somebodyelse'"],
  ['actor', "actor_type = 'operator'"],
  ['actor id', 'actor_id = null'],
  ['session', "session_id = 'other'"],
  ['subject', "subject = 'other'"],
  ['time', 'at_ms = at_ms + 1'],
  ['details', `details = '{"account_type":"phone"}'`],
  ['id', "event_id = '00000000-0000-7000-8000-000000000000'"],
])('[S48] verifyAudit reports a changed %s of an event at that event', async (_, change) => {
  await tamper(`update audit_events set ${change} where app_id = '${appId}' and sequence = 2`);
  expect(await verify()).toEqual(['2 changed']);
});

test('[S48] verifyAudit reports a changed hash of an event at that event and at the next one', async () => {
  await tamper(`update audit_events set hash = decode(repeat('ab', 32), 'hex') where sequence = 2`);
  expect(await verify()).toEqual(['2 changed', '3 changed']);
});

test('[S48] verifyAudit reports a removed event as missing, at the start and in the middle', async () => {
  await tamper('delete from audit_events where sequence = 2');
  expect(await verify()).toContain('2 missing');
  await tamper('delete from audit_events where sequence = 1');
  expect(await verify()).toContain('1 missing');
});

test('[S48] verifyAudit finds a gap that was closed by moving later events', async () => {
  await tamper(
    'delete from audit_events where sequence = 2',
    'update audit_events set sequence = 2 where sequence = 3',
  );
  expect(await verify()).toContain('2 changed');
});

test('[S48] verifyAudit reports both of two events whose places were swapped', async () => {
  await tamper(
    `update audit_events set sequence = -1 where sequence = 1 and app_id = '${appId}'`,
    `update audit_events set sequence = 1 where sequence = 2 and app_id = '${appId}'`,
    `update audit_events set sequence = 2 where sequence = -1 and app_id = '${appId}'`,
  );
  const problems = await verify();
  expect(problems).toContain('1 changed');
  expect(problems).toContain('2 changed');
});

test('[S48] verifyAudit finds an inserted event, after the end and with the number of another event', async () => {
  const copy = (sequence: string) =>
    `insert into audit_events select app_id, 'forged', kind, user_id, session_id, actor_type, actor_id, subject,
       details, at_ms, ${sequence}, hash from audit_events where app_id = '${appId}' and sequence = 1`;
  const { sequence } = await endOf();
  await tamper(copy(String(sequence + 1)));
  expect(await verify()).toContain(`${sequence + 1} behind the end`);
  await tamper(
    `delete from audit_events where event_id = 'forged'`,
    'drop index audit_events_sequence',
    copy('2'),
  );
  expect(await verify()).not.toEqual([]);
  await tamper(
    `delete from audit_events where event_id = 'forged'`,
    'create unique index audit_events_sequence on audit_events (app_id, sequence) where sequence is not null',
  );
});

test('[S48] verifyAudit finds that the end of a log was cut; if the row with the end was changed too, an anchor is needed', async () => {
  const anchor = await endOf();
  await tamper(`delete from audit_events where app_id = '${appId}' and sequence = ${anchor.sequence}`);
  expect(await verify()).toEqual([`${anchor.sequence} missing`]);
  await tamper(
    `update audit_chains set sequence = sequence - 1,
       hash = (select hash from audit_events e where e.app_id = audit_chains.app_id and e.sequence = ${anchor.sequence - 1})
     where app_id = '${appId}'`,
  );
  expect(await verify()).toEqual([]);
  expect(await verify(anchor)).toEqual([`${anchor.sequence} missing`]);
  await tamper('delete from audit_events', 'delete from audit_chains');
  expect(await verify()).toEqual([]);
  expect(await verify(anchor)).toEqual([`${anchor.sequence} missing`]);
});

test('[S48] verifyAudit finds a chain that was rewritten as a whole only with an anchor', async () => {
  const anchor = await endOf();
  await tamper(
    "update audit_events set user_id = 'did:privy:x', sequence = null, hash = null",
    "update audit_chains set sequence = 0, hash = decode(repeat('00', 32), 'hex')",
  );
  await service.service.seal();
  expect(await verify()).toEqual([]);
  expect(await verify(anchor)).toEqual([`${anchor.sequence} not the noted hash`]);
});

test('[S48] verifyAudit says how much was cut from the start of a log, and reports anchors that were cut with it', async () => {
  const { hash, sequence } = await endOf();
  const find = service.database.statement<{ sequence: number; hash: Uint8Array; at: number }>(
    'test_first_events',
    'select sequence::int, hash, at_ms::float8 as at from audit_events where app_id = $1 and sequence <= 3 order by sequence',
  );
  const [first, second, third] = (await find([appId])).map((one) => ({
    ...one,
    appId,
    hash: Buffer.from(one.hash).toString('hex'),
  }));
  if (!first || !second || !third) return expect.fail('too few events');
  const { ends } = await verifyAudit(service.database);
  expect(ends).toContainEqual(expect.objectContaining({ appId, deleted: 0, sinceMs: first.at }));
  expect(await verify(first, second, third)).toEqual([]);
  // The attacker deletes the oldest events as the retention would, but long before their time.
  await tamper(
    `delete from audit_events where app_id = '${appId}' and sequence <= 2`,
    `update audit_chains set floor_sequence = 2, floor_hash = decode('${second.hash}', 'hex') where app_id = '${appId}'`,
  );
  const cut = await verifyAudit(service.database, [{ appId, sequence, hash }, third]);
  // A later anchor cannot show that events before it are gone. The count and the time of the first event do.
  expect(cut.problems).toEqual([]);
  expect(cut.ends).toContainEqual(
    expect.objectContaining({ appId, events: sequence - 2, deleted: 2, sinceMs: third.at }),
  );
  expect(await verify(first, second)).toEqual(['1 before the start', '2 before the start']);
  expect(await verify({ ...second, hash: first.hash })).toEqual(['2 not the noted hash']);
});

test('audit events older than auditLifeMs are deleted, and the others can still be verified', async () => {
  const before = await endOf();
  service.clock.advance(auditLifeMs - 300_000);
  await logIn(service, 'ada@example.com');
  await service.service.seal();
  await service.service.sweep();
  expect((await endOf()).events).toBe(before.events + 1);
  service.clock.advance(290_000);
  await service.service.sweep();
  const after = await endOf();
  expect(after.events).toBeLessThan(before.events);
  expect(after.sequence).toBe(before.sequence + 1);
  expect(after.deleted).toBe(after.sequence - after.events);
  expect(await verify(after)).toEqual([]);
  await tamper(`delete from audit_events where sequence = ${after.sequence}`);
  expect(await verify()).not.toEqual([]);
});
