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

/** Changes the log as a user with the database's password can: the trigger is off for them. */
async function tamper(...statements: string[]): Promise<void> {
  await service.database.exclusively(async (run) => {
    await run('alter table audit_events disable trigger all');
    for (const statement of statements) await run(statement);
    await run('alter table audit_events enable trigger all');
  });
}

const verify = async (...anchors: Parameters<typeof verifyAudit>[1] & {}) =>
  (await verifyAudit(service.database, anchors)).problems.map(({ sequence, what }) => `${sequence} ${what}`);

const endOf = async () => {
  const { ends } = await verifyAudit(service.database);
  return ends.find((end) => end.appId === appId) ?? expect.fail('no chain');
};

test('[S48] a log that no one touched is as it was written, also while it grows', async () => {
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
])('[S48] another %s in one event is found there', async (_, change) => {
  await tamper(`update audit_events set ${change} where app_id = '${appId}' and sequence = 2`);
  expect(await verify()).toEqual(['2 changed']);
});

test('[S48] a changed event with its hash made to fit breaks the one after it', async () => {
  await tamper(`update audit_events set hash = decode(repeat('ab', 32), 'hex') where sequence = 2`);
  expect(await verify()).toEqual(['2 changed', '3 changed']);
});

test('[S48] a removed event leaves a gap, wherever it was', async () => {
  await tamper('delete from audit_events where sequence = 2');
  expect(await verify()).toContain('2 missing');
  await tamper('delete from audit_events where sequence = 1');
  expect(await verify()).toContain('1 missing');
});

test('[S48] a gap that was closed by moving the rest up is found', async () => {
  await tamper(
    'delete from audit_events where sequence = 2',
    'update audit_events set sequence = 2 where sequence = 3',
  );
  expect(await verify()).toContain('2 changed');
});

test('[S48] events whose places were swapped are found, both', async () => {
  await tamper(
    `update audit_events set sequence = -1 where sequence = 1 and app_id = '${appId}'`,
    `update audit_events set sequence = 1 where sequence = 2 and app_id = '${appId}'`,
    `update audit_events set sequence = 2 where sequence = -1 and app_id = '${appId}'`,
  );
  const problems = await verify();
  expect(problems).toContain('1 changed');
  expect(problems).toContain('2 changed');
});

test('[S48] an inserted event is found: at the end, and in the place of another', async () => {
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

test('[S48] a log that was cut at its end is found by the row that knows the end, or by an anchor', async () => {
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

test('[S48] a chain that was rewritten as a whole is found by an anchor', async () => {
  const anchor = await endOf();
  await tamper(
    "update audit_events set user_id = 'did:privy:x', sequence = null, hash = null",
    "update audit_chains set sequence = 0, hash = decode(repeat('00', 32), 'hex')",
  );
  await service.service.seal();
  expect(await verify()).toEqual([]);
  expect(await verify(anchor)).toEqual([`${anchor.sequence} not the noted hash`]);
});

test('events of more than thirteen months go, the rest is verified as before', async () => {
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
  expect(await verify(after)).toEqual([]);
  await tamper(`delete from audit_events where sequence = ${after.sequence}`);
  expect(await verify()).not.toEqual([]);
});
