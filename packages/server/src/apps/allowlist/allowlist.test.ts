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

test('an allowlist entry is stored once, normalised, in the form that published server SDKs read', async () => {
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
  expect(removed.status).toBe(200);
  expect(removed.json).toEqual({ ...json, message: expect.any(String) });
  expect(await list()).toEqual([]);
  expect((await remove({ type: 'email', value: 'ada@example.com' })).status).toBe(404);
});

test.each([
  ['domain', '@Example.com', 'example.com'],
  ['phone', '+1 (201) 555-0123', '+12015550123'],
  ['wallet', '0xABCDEFabcdef0123456789ABCDEFabcdef012345', '0xabcdefabcdef0123456789abcdefabcdef012345'],
  ['wallet', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
])('an allowlist entry of type %s with the value %s is stored as %s', async (type, value, stored) => {
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
])('the allowlist refuses the entry %j and names the field', async (body, field) => {
  const { status, json } = await add(body);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
  expect(json.data?.field).toEqual(field);
});

test('an app’s secret gives no access to the allowlist of another app', async () => {
  const other = { id: 'latchkey-test-app-0000009' };
  for (const route of Object.values(allowlistRoutes)) {
    const { status, json } = await service.call(route as typeof allowlistRoutes.add, {
      params: other,
      body: { type: 'email', value: 'a@example.com' },
    });
    expect(status).toBe(401);
    expect(json.code).toBe('invalid_app_secret');
  }
  const wrong = await service.call(allowlistRoutes.list, { secret: 'wrong' });
  expect(wrong.status).toBe(401);
});

test('[ROLE-05] an entry on the allowlist of one app does not count for another app', async () => {
  const neighbour = { ...listed, id: 'latchkey-test-app-0000002' };
  const both = await createTestService({ apps: [listed, neighbour] });
  const body = { type: 'domain', value: 'example.com' } as const;
  await both.call(allowlistRoutes.add, { appId: neighbour.id, params: { id: neighbour.id }, body });
  const statusAt = async (appId: string) =>
    (await both.call(emailRoutes.sendCode, { appId, body: { email: 'ada@example.com' } })).status;
  expect(await statusAt(listed.id)).toBe(403);
  expect(await statusAt(neighbour.id)).toBe(200);
  await both.close();
});

test('[S48] the audit log records a change of the allowlist without the value of the entry', async () => {
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
  test('an allowlist refuses an unlisted address before a code is sent', async () => {
    const { status, json } = await init('stranger@example.com');
    expect(status).toBe(403);
    expect(json.code).toBe('allowlist_rejected');
    expect(service.outbox.messages).toEqual([]);
  });

  test('an allowlist admits listed addresses and domains, and no subdomains', async () => {
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

  test('an allowlist is also checked at the login, so a code that was sent before an entry was removed is useless', async () => {
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
    expect(status).toBe(403);
    expect(json.code).toBe('allowlist_rejected');
  });

  test('[S30] the status and body of the answer to an unlisted address do not depend on whether it has an account', async () => {
    const entry = { type: 'email', value: 'ada@example.com' } as const;
    await add(entry);
    await logIn(service, entry.value);
    await remove(entry);
    const known = await init(entry.value);
    const unknown = await init('nobody@example.com');
    expect(known.status).toEqual(unknown.status);
    expect(known.json).toEqual(unknown.json);
  });

  test('an allowlist that is off admits an unlisted address', async () => {
    const open = await createTestService({ apps: [{ ...listed, allowlist_enabled: false }] });
    expect((await logIn(open, 'stranger@example.com')).is_new_user).toBe(true);
    await open.close();
  });
});
