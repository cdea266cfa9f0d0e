import { createTestService, logIn, type TestService, testAppSecret } from '@latchkey/testkit';
import { type AllowlistBody, allowlistRoutes, auditRoutes, emailRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../appSecret.ts';

const listed = {
  id: 'latchkey-test-app-0000001',
  name: 'Invited only',
  allowlist_enabled: true,
  secret_hash: hashOfSecret(testAppSecret),
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ apps: [listed] });
});
afterEach(() => service.close());

const add = (body: AllowlistBody | Record<string, unknown>) => service.call(allowlistRoutes.add, { body });
const remove = (body: AllowlistBody) => service.call(allowlistRoutes.remove, { body });
const list = async () => (await service.call(allowlistRoutes.list)).json;
const init = (email: string) => service.call(emailRoutes.sendCode, { body: { email } });

test('an entry is kept as published server SDKs read it, normalised, once', async () => {
  const { status, json } = await add({ type: 'email', value: ' Ada@Example.com' });
  expect(status).toBe(200);
  expect(json).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{25}$/),
    type: 'email',
    value: 'ada@example.com',
    appId: listed.id,
    acceptedAt: null,
  });
  expect((await add({ type: 'email', value: 'ada@example.com' })).json).toEqual(json);
  expect(await list()).toEqual([json]);
  const removed = await remove({ type: 'email', value: 'ADA@example.com' });
  expect([removed.status, removed.json]).toEqual([200, { ...json, message: expect.any(String) }]);
  expect(await list()).toEqual([]);
  expect((await remove({ type: 'email', value: 'ada@example.com' })).status).toBe(404);
});

test.each([
  ['domain', '@Example.com', 'example.com'],
  ['phone', '+1 (201) 555-0123', '+12015550123'],
  ['wallet', '0xABCDEFabcdef0123456789ABCDEFabcdef012345', '0xabcdefabcdef0123456789abcdefabcdef012345'],
  ['wallet', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
])('a %s such as %s is stored as %s', async (type, value, stored) => {
  expect((await add({ type, value })).json).toMatchObject({ type, value: stored });
});

test.each([
  [{ type: 'email', value: 'example.com' }, 'value'],
  [{ type: 'domain', value: 'a@example.com' }, 'value'],
  [{ type: 'domain', value: '*.example.com' }, 'value'],
  [{ type: 'domain', value: 'com' }, 'value'],
  [{ type: 'phone', value: '2015550123' }, 'value'],
  [{ type: 'phone', value: '+1' }, 'value'],
  [{ type: 'wallet', value: '0x12' }, 'value'],
  [{ type: 'user', value: 'did:privy:x' }, 'type'],
  [{ type: 'email', value: ['a@example.com'] }, 'value'],
  [{ type: 'email' }, 'value'],
])('refuses %j', async (body, field) => {
  const { status, json } = await add(body);
  expect([status, json.code, json.data?.field]).toEqual([400, 'invalid_data', field]);
});

test('a secret opens the list of its own app only', async () => {
  const other = { id: 'latchkey-test-app-0000009' };
  for (const route of Object.values(allowlistRoutes)) {
    const { status, json } = await service.call(route as typeof allowlistRoutes.add, {
      params: other,
      body: { type: 'email', value: 'a@example.com' },
    });
    expect([status, json.code]).toEqual([401, 'invalid_app_secret']);
  }
  const wrong = await service.call(allowlistRoutes.list, { secret: 'wrong' });
  expect(wrong.status).toBe(401);
});

test('[ROLE-05] anyone who is on the list of one app is a stranger to another', async () => {
  const neighbour = { ...listed, id: 'latchkey-test-app-0000002' };
  const both = await createTestService({ apps: [listed, neighbour] });
  const body = { type: 'domain', value: 'example.com' } as const;
  await both.call(allowlistRoutes.add, { appId: neighbour.id, params: { id: neighbour.id }, body });
  const statusAt = async (appId: string) =>
    (await both.call(emailRoutes.sendCode, { appId, body: { email: 'ada@example.com' } })).status;
  expect([await statusAt(listed.id), await statusAt(neighbour.id)]).toEqual([403, 200]);
  await both.close();
});

test('[S48] the audit log tells of a change and names no one', async () => {
  const { json } = await add({ type: 'email', value: 'ada@example.com' });
  await remove({ type: 'email', value: 'ada@example.com' });
  await service.service.seal();
  const log = await service.call(auditRoutes.list, {
    params: { id: listed.id },
    bearer: service.config.adminKey,
  });
  const events = log.json.events.filter(({ kind }) => kind.startsWith('allowlist.'));
  const actor = { type: 'app', id: listed.id };
  expect(events).toMatchObject([
    { kind: 'allowlist.added', actor, subject: json.id, details: { type: 'email' } },
    { kind: 'allowlist.removed', actor, subject: json.id },
  ]);
  expect(JSON.stringify(log.json)).not.toContain('ada@');
});

describe('[ROLE-05] an app with an allowlist', () => {
  test('refuses a stranger when a code is asked for, before anything is sent', async () => {
    const { status, json } = await init('stranger@example.com');
    expect([status, json.code]).toEqual([403, 'allowlist_rejected']);
    expect(service.outbox.messages).toEqual([]);
  });

  test('lets in who is on it by address or by domain, and no one below the domain', async () => {
    await add({ type: 'email', value: 'ada@example.com' });
    service.clock.advance(1);
    await add({ type: 'domain', value: 'company.example' });
    const { is_new_user } = await logIn(service, 'Ada@example.com');
    expect(is_new_user).toBe(true);
    await logIn(service, 'grace@company.example');
    for (const email of ['ada@example.org', 'x@sub.company.example', 'x@evilcompany.example'])
      expect((await init(email)).json.code, email).toBe('allowlist_rejected');
    expect(await list()).toMatchObject([
      { value: 'ada@example.com', acceptedAt: expect.any(Number) },
      { value: 'company.example', acceptedAt: expect.any(Number) },
    ]);
  });

  test('refuses at the door too: anyone who is taken off keeps no way in by a code that was sent', async () => {
    const entry = { type: 'email', value: 'ada@example.com' } as const;
    await add(entry);
    await logIn(service, entry.value);
    service.clock.advance(60_000);
    await init(entry.value);
    await remove(entry);
    const code = service.outbox.codeFor(entry.value);
    const { status, json } = await service.call(emailRoutes.authenticate, {
      body: { email: entry.value, code },
    });
    expect([status, json.code]).toEqual([403, 'allowlist_rejected']);
  });

  test('[S30] answers a stranger the same whether or not the address has an account', async () => {
    const entry = { type: 'email', value: 'ada@example.com' } as const;
    await add(entry);
    await logIn(service, entry.value);
    await remove(entry);
    const known = await init(entry.value);
    const unknown = await init('nobody@example.com');
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
  });

  test('is open to all once it is off, with its entries kept', async () => {
    const open = await createTestService({ apps: [{ ...listed, allowlist_enabled: false }] });
    expect((await logIn(open, 'stranger@example.com')).is_new_user).toBe(true);
    await open.close();
  });
});
