import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  adminRoutes,
  auditRoutes,
  type NewOperatorToken,
  type OperatorRole,
  operatorTokenRoutes,
  operatorUserRoutes,
} from '@latchkey/wire';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let service: TestService;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  service = await createTestService({ log });
});
afterEach(() => service.close());

const daysMs = 24 * 60 * 60_000;
const create = (body: object, bearer: string | null = service.config.adminKey) =>
  service.call(operatorTokenRoutes.create, { body, bearer });
const current = (bearer: string, at: TestService = service) =>
  at.call(operatorTokenRoutes.getCurrent, { bearer });
const revoke = (token_id: string, bearer: string | null = service.config.adminKey) =>
  service.call(operatorTokenRoutes.revoke, { params: { token_id }, bearer });
const list = async (bearer: string | null = service.config.adminKey) =>
  (await service.call(operatorTokenRoutes.list, { bearer })).json.data;

async function issue(role: OperatorRole, more: object = {}): Promise<NewOperatorToken> {
  const { status, json } = await create({ name: `The ${role}`, role, ...more });
  expect(status).toBe(200);
  return json;
}

async function operatorEvents() {
  await service.service.seal();
  return (await service.call(auditRoutes.listOperator, { bearer: service.config.adminKey })).json.events;
}

describe('a new token', () => {
  test('a token of the operator is shown once, and neither stored nor logged', async () => {
    const made = await issue('support', { name: '  Help\u200b desk ', expires_in_s: 3_600 });
    const now = Math.floor(service.clock.now() / 1000);
    expect(made).toEqual({
      id: expect.stringMatching(/^tok_[a-z2-7]{25}$/),
      name: 'Help desk',
      role: 'support',
      created_at: now,
      expires_at: now + 3_600,
      token: expect.stringMatching(/^lko_[A-Za-z0-9_-]{43}$/),
    });
    const { token, ...facts } = made;
    const listed = { ...facts, revoked_at: null, last_used_at: null };
    expect(await list()).toEqual([listed]);
    expect((await current(token)).json).toEqual({ ...listed, last_used_at: now });
    const rows = await service.database.exclusively((run) =>
      run('select t::text as row from operator_tokens t'),
    );
    const secret = token.slice(4);
    const stored = JSON.stringify(rows);
    expect(stored).toContain(made.id);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    expect(logged.join()).toContain('/api/v1/admin/tokens');
    expect(logged.join()).not.toContain(secret);
  });

  test('a token that is created without a lifetime expires after 90 days', async () => {
    const { created_at, expires_at } = await issue('viewer');
    expect(expires_at - created_at).toBe(90 * 86_400);
  });

  test('a request for a token with a wrong field is refused by the name of the field', async () => {
    for (const [field, body] of [
      ['name', { role: 'viewer' }],
      ['name', { name: '', role: 'viewer' }],
      ['name', { name: '\u200b\n', role: 'viewer' }],
      ['name', { name: 'x'.repeat(81), role: 'viewer' }],
      ['role', { name: 'x', role: 'owner' }],
      ['expires_in_s', { name: 'x', role: 'viewer', expires_in_s: 59 }],
      ['expires_in_s', { name: 'x', role: 'viewer', expires_in_s: 31_536_001 }],
      ['expires_in_s', { name: 'x', role: 'viewer', expires_in_s: 60.5 }],
      ['id', { name: 'x', role: 'viewer', id: 'tok_mine' }],
    ] as const) {
      const { status, json } = await create(body);
      expect(status).toBe(400);
      expect(json, JSON.stringify(body)).toMatchObject({ code: 'invalid_data', data: { field } });
    }
    expect(await list()).toEqual([]);
  });

  test('the shared key is no token: it has the role admin and no id', async () => {
    expect((await current(service.config.adminKey ?? '')).json).toEqual({
      id: null,
      name: null,
      role: 'admin',
      created_at: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
  });
});

test('tokens that are unknown, expired or revoked get the same answer as a wrong key', async () => {
  const expired = await issue('admin', { expires_in_s: 60 });
  service.clock.advance(59_999);
  expect((await current(expired.token)).status).toBe(200);
  service.clock.advance(1);
  const revoked = await issue('admin');
  await revoke(revoked.id);
  const shown = ['a-wrong-key', `lko_${'A'.repeat(43)}`, `${revoked.token}=`, expired.token, revoked.token];
  for (const bearer of shown) {
    const { status, json } = await current(bearer);
    expect(status).toBe(401);
    expect(json).toEqual({ error: 'Missing or invalid token', code: 'missing_or_invalid_token' });
  }
});

test('without a shared key a token works, and neither the former key nor the word off does', async () => {
  const { token } = await issue('admin');
  const off = await service.startAnother({ config: { adminKey: null } });
  for (const bearer of ['test-admin-key', 'off', 'null', '']) {
    expect((await current(bearer, off)).status, bearer).toBe(401);
  }
  expect((await current(token, off)).status).toBe(200);
  await off.close();
});

test('a page of another origin cannot use a token of the operator', async () => {
  const { token: bearer } = await issue('admin');
  const origin = 'http://localhost:3000';
  const { json } = await service.call(adminRoutes.listApps, { bearer, origin });
  expect(json.code).toBe('origin_not_allowed');
});

test('the audit log names the token that acted by its id, not by its name', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const { id, token: bearer } = await issue('support', { name: 'Grace' });
  const params = { user_id: user?.id ?? '' };
  await service.call(operatorUserRoutes.endSessionsOf, { bearer, params });
  const body = { name: 'Renamed', overlap_s: 0 };
  const shared = { bearer: service.config.adminKey, params: { id: 'latchkey-test-app-0000009' } };
  await service.call(adminRoutes.createApp, { ...shared, body: { id: shared.params.id, name: body.name } });
  await service.service.seal();
  const logOf = (appId: string) => service.call(auditRoutes.list, { ...shared, params: { id: appId } });
  const { json } = await logOf(service.app.id);
  const ended = json.events.find(({ kind }) => kind === 'user.sessions_ended');
  expect(ended).toMatchObject({ actor: { type: 'operator', id }, user_id: user?.id });
  expect((await logOf(shared.params.id)).json.events).toMatchObject([
    { kind: 'app.created', actor: { type: 'operator', id: null } },
  ]);
  expect(JSON.stringify(json)).not.toContain('Grace');
});

test('new and revoked tokens are in the log of the operator, once and with their author', async () => {
  const first = await issue('admin');
  const { json: second } = await create({ name: 'Second', role: 'viewer' }, first.token);
  await revoke(second.id, first.token);
  await revoke(second.id, first.token);
  await revoke(first.id, first.token);
  const byKey = { type: 'operator', id: null };
  const byFirst = { type: 'operator', id: first.id };
  const events = await operatorEvents();
  expect(events.map(({ kind, actor, subject, details }) => [kind, actor, subject, details])).toEqual([
    ['operator_token.created', byKey, first.id, { role: 'admin' }],
    ['operator_token.created', byFirst, second.id, { role: 'viewer' }],
    ['operator_token.revoked', byFirst, second.id, { role: 'viewer' }],
    ['operator_token.revoked', byFirst, first.id, { role: 'admin' }],
  ]);
  expect(JSON.stringify(events)).not.toContain('Second');
});

describe('a revocation', () => {
  test('a revoked token is refused by both processes that accepted it before', async () => {
    const other = await service.startAnother();
    const { id, token } = await issue('viewer');
    for (const at of [service, other]) expect((await current(token, at)).status).toBe(200);
    expect((await revoke(id)).status).toBe(200);
    for (const at of [service, other]) expect((await current(token, at)).status).toBe(401);
    await other.close();
  });

  test('a stolen token that is used while it is being revoked creates no token that is missing from the list', async () => {
    const { id, token } = await issue('admin');
    const tries = Array.from({ length: 12 }, (_, at) => create({ name: `Heir ${at}`, role: 'admin' }, token));
    expect((await revoke(id)).status).toBe(200);
    const known = (await list()).map((one) => one.id);
    for (const { status, json } of await Promise.all(tries)) {
      if (status === 200) expect(known).toContain(json.id);
      else expect(json.code).toBe('missing_or_invalid_token');
    }
    expect((await list()).map((one) => one.id)).toEqual(known);
    expect((await create({ name: 'Late', role: 'admin' }, token)).status).toBe(401);
  });

  test.each(['viewer', 'support'] as const)('a %s revokes itself, but no other token', async (role) => {
    const own = await issue(role);
    const other = await issue('viewer');
    for (const id of [other.id, 'tok_unknown', 'current']) {
      const { status, json } = await revoke(id, own.token);
      expect(status).toBe(403);
      expect(json).toEqual({
        error: 'The role of this token does not permit this',
        code: 'insufficient_role',
        data: { role: 'admin' },
      });
    }
    expect((await current(other.token)).status).toBe(200);
    expect((await revoke(own.id, own.token)).status).toBe(200);
    expect((await current(own.token)).status).toBe(401);
  });

  test('an admin who revokes an unknown token gets not_found', async () => {
    const { status, json } = await revoke('tok_unknown', (await issue('admin')).token);
    expect([status, json.code]).toEqual([404, 'not_found']);
  });
});

test.each(['viewer', 'support'] as const)('a %s can neither create nor list tokens', async (role) => {
  const { token } = await issue(role);
  for (const wanted of ['viewer', role, 'admin']) {
    expect((await create({ name: 'Mine', role: wanted }, token)).json.code).toBe('insufficient_role');
  }
  const listed = await service.call(operatorTokenRoutes.list, { bearer: token });
  expect(listed.json.code).toBe('insufficient_role');
  expect(await list()).toHaveLength(1);
});

test('a use of a token is stored at most once a minute', async () => {
  const { token } = await issue('viewer');
  const usedAt = async () => (await list())[0]?.last_used_at;
  expect(await usedAt()).toBeNull();
  const first = service.clock.now();
  await Promise.all([current(token), current(token)]);
  service.clock.advance(60_000);
  await current(token);
  expect(await usedAt()).toBe(Math.floor(first / 1000));
  service.clock.advance(1);
  await current(token);
  expect(await usedAt()).toBe(Math.floor(service.clock.now() / 1000));
});

test('a token works if its use cannot be stored, as with a dead node of a cluster', async () => {
  const { token } = await issue('viewer');
  const run = (text: string) => service.database.exclusively((query) => query(text));
  await run(`create function refuse_use() returns trigger language plpgsql as $$ begin raise 'dead'; end $$`);
  await run(
    `create trigger refuse_use before update on operator_tokens for each row execute function refuse_use()`,
  );
  try {
    expect((await current(token)).json).toMatchObject({ role: 'viewer', last_used_at: null });
  } finally {
    await run('drop trigger refuse_use on operator_tokens');
    await run('drop function refuse_use');
  }
  expect(logged.join()).toContain('the use of a token was not stored');
});

test('a network that guesses tokens gets 429, but not for a token that it has used before', async () => {
  const { token } = await issue('viewer');
  const from = (bearer: string, network: string) =>
    service.call(operatorTokenRoutes.getCurrent, { bearer, network });
  expect((await from(token, '203.0.113.7')).status).toBe(200);
  for (let at = 0; at < 60; at += 1) {
    const guess = `lko_${String(at).padStart(43, 'x')}`;
    expect((await from(guess, '203.0.113.7')).status).toBe(401);
  }
  expect((await from(`lko_${'y'.repeat(43)}`, '203.0.113.7')).status).toBe(429);
  expect((await from(token, '203.0.113.7')).status).toBe(200);
});

test('the metrics of an exposed service are open to a token of each role, and not to a revoked one', async () => {
  const exposed = await service.startAnother({ config: { production: true, adminKey: null } });
  const status = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await exposed.fetch(new Request('http://localhost:4000/metrics', { headers }))).status;
  };
  const revoked = await issue('admin');
  await revoke(revoked.id);
  for (const role of ['viewer', 'support', 'admin'] as const) {
    expect(await status((await issue(role)).token)).toBe(200);
  }
  for (const token of [revoked.token, 'test-admin-key', '']) expect(await status(token)).toBe(401);
  await exposed.close();
});

test('a token stays in the list for as long as the audit log has its events, and is deleted after that', async () => {
  const revoked = await issue('viewer', { expires_in_s: 365 * 86_400 });
  await revoke(revoked.id);
  const expiring = await issue('viewer', { expires_in_s: 86_400 });
  const ids = async () => (await list()).map(({ id }) => id).sort();
  service.clock.advance(400 * daysMs);
  await service.service.sweep();
  expect(await ids()).toEqual([revoked.id, expiring.id].sort());
  service.clock.advance(1);
  await service.service.sweep();
  expect(await ids()).toEqual([expiring.id]);
  service.clock.advance(daysMs);
  await service.service.sweep();
  expect(await ids()).toEqual([]);
});
