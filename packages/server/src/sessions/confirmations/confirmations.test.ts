import { claimsOf, confirm, createTestService, logIn, type TestService } from '@latchkey/testkit';
import { type ConfirmationAct, reauthenticateRoute, sessionRoutes, type TokenReply } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../../audit/index.ts';
import { toProof } from '../../proof.ts';
import type { Session } from '../index.ts';
import { type Confirmations, createConfirmations } from './createConfirmations.ts';

let service: TestService;
let confirmations: ReturnType<typeof createConfirmations>;
beforeAll(async () => {
  service = await createTestService();
  confirmations = createConfirmations(service.world, createAudit(service.world));
});
afterAll(() => service?.close());

const key = 'a'.repeat(43);
const release = { purpose: 'release', key } as const;
const accountChange = { purpose: 'account_change' } as const;
const lifeMs = 600_000;

function sessionOf(login: TokenReply): Session {
  const { sub, sid } = claimsOf(login.token);
  return {
    appId: service.app.id,
    userId: sub,
    sessionId: sid,
    authTimeMs: 0,
    startedAtMs: 0,
    hasFactor: false,
    isHalfIn: false,
  };
}
async function authTimeOf(login: TokenReply): Promise<number> {
  const find = service.database.statement<{ auth_time_ms: number }>(
    'test_auth_time',
    'select auth_time_ms from sessions where session_id = $1',
  );
  return (await find([claimsOf(login.token).sid]))[0]?.auth_time_ms ?? Number.NaN;
}
const find = (login: TokenReply, act: ConfirmationAct) =>
  confirmations.findConfirmation(service.database.db, sessionOf(login), act);
const consume: (login: TokenReply, act: ConfirmationAct) => ReturnType<Confirmations['consumeConfirmation']> =
  (login, act) =>
    service.database.transaction((tx) => confirmations.consumeConfirmation(tx, sessionOf(login), act));

test('a proof for a change of accounts is kept with the account that was proved, and makes the login recent', async () => {
  const login = await logIn(service, 'ada@example.com');
  service.clock.advance(1_800_000);
  const { status, json } = await confirm(service, login, 'ada@example.com', accountChange);
  const nowMs = service.clock.now();
  expect(status).toBe(200);
  expect(json.auth_time).toEqual(Math.floor(nowMs / 1000));
  expect(await authTimeOf(login)).toBe(nowMs);
  const kept = { account: { type: 'email', subject: 'ada@example.com' }, atMs: nowMs };
  expect(await find(login, accountChange)).toEqual(kept);
  expect(await consume(login, accountChange)).toEqual(kept);
});

test('a proof for a release of the wallet does not make the login recent', async () => {
  const login = await logIn(service, 'bea@example.com');
  const before = await authTimeOf(login);
  service.clock.advance(1_800_000);
  const { status, json } = await confirm(service, login, 'bea@example.com', release);
  expect(status).toBe(200);
  expect(json.auth_time).toEqual(Math.floor(before / 1000));
  expect(await authTimeOf(login)).toBe(before);
  expect(await find(login, release)).not.toBeNull();
});

test('a confirmation can be spent once, for its own action, key and session', async () => {
  const login = await logIn(service, 'cleo@example.com');
  const other = await logIn(service, 'cleo@example.com');
  await confirm(service, login, 'cleo@example.com', release);
  expect(await consume(login, accountChange)).toBeNull();
  expect(await consume(login, { purpose: 'release', key: 'b'.repeat(43) })).toBeNull();
  expect(await consume(other, release)).toBeNull();
  const both = await Promise.all([consume(login, release), consume(login, release)]);
  expect(both.filter((one) => one !== null)).toHaveLength(1);
  expect(await consume(login, release)).toBeNull();
});

test('a proof without a purpose is no confirmation of any action', async () => {
  const login = await logIn(service, 'dana@example.com');
  expect((await confirm(service, login, 'dana@example.com')).status).toBe(200);
  expect(await find(login, accountChange)).toBeNull();
  expect(await find(login, release)).toBeNull();
});

test('a confirmation is valid for ten minutes, and is not spent if the action fails', async () => {
  const login = await logIn(service, 'elsa@example.com');
  await confirm(service, login, 'elsa@example.com', accountChange);
  service.clock.advance(lifeMs - 1);
  const failed = service.database.transaction(async (tx) => {
    expect(await confirmations.consumeConfirmation(tx, sessionOf(login), accountChange)).not.toBeNull();
    throw new Error('the act fails');
  });
  await expect(failed).rejects.toThrow('the act fails');
  await confirmations.sweep();
  expect(await find(login, accountChange)).not.toBeNull();
  service.clock.advance(1);
  expect(await consume(login, accountChange)).toBeNull();
  await confirmations.sweep();
  const rows = await service.database.statement(
    'test_rows',
    'select 1 from session_confirmations where session_id = $1',
  )([claimsOf(login.token).sid]);
  expect(rows).toEqual([]);
});

test('a confirmation ends with its session', async () => {
  const login = await logIn(service, 'fay@example.com');
  await confirm(service, login, 'fay@example.com', release);
  await service.call(sessionRoutes.logout, { body: { refresh_token: login.refresh_token } });
  expect(await find(login, release)).toBeNull();
});

test('a proof that arrives after its session ended is refused and not stored', async () => {
  const login = await logIn(service, 'hana@example.com');
  await service.call(sessionRoutes.logout, { body: { refresh_token: login.refresh_token } });
  const account = { type: 'email', subject: 'hana@example.com', details: {} } as const;
  const proof = toProof({ method: 'email', account, provedAtMs: service.clock.now() });
  await expect(confirmations.confirm(sessionOf(login), proof, release)).rejects.toMatchObject({
    code: 'missing_or_invalid_token',
  });
  expect(await find(login, release)).toBeNull();
});

test('an unknown purpose, a release without a key and a key without a release are refused without using up the code', async () => {
  const login = await logIn(service, 'gwen@example.com');
  const email = 'gwen@example.com';
  for (const act of [
    { purpose: 'everything' },
    { purpose: 'release' },
    { purpose: 'release', key: 'short' },
    { purpose: 'account_change', key },
    { key },
  ]) {
    const { status, json } = await confirm(service, login, email, act as unknown as ConfirmationAct);
    expect(status, JSON.stringify(act)).toBe(400);
    expect(json.code, JSON.stringify(act)).toBe('invalid_data');
    const body = { method: 'email', email, code: service.outbox.codeFor(email) };
    const good = await service.call(reauthenticateRoute, { bearer: login.token ?? '', body });
    expect(good.status).toBe(200);
    service.clock.advance(600_000);
  }
});
