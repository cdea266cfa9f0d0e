import { createTestService, type TestService, testAppSecret } from '@latchkey/testkit';
import {
  directoryRoutes,
  type ImportedAccount,
  lookupRoutes,
  type Route,
  type WireUser,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfSecret } from '../apps/appSecret.ts';
import { importUser } from './users.testkit.ts';

// The other app has the same secret, so only the app id in each query separates the tenants.
const other = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  secret_hash: hashOfSecret(testAppSecret),
};
const accounts: ImportedAccount[] = [
  { type: 'email', address: 'twin@example.com' },
  { type: 'phone', number: '+12015550123' },
  { type: 'wallet', address: `0x${'5'.repeat(40)}`, chain_type: 'ethereum' },
  { type: 'discord_oauth', subject: 'd1', username: 'twin' },
  { type: 'custom_auth', custom_user_id: 'twin' },
];

let service: TestService;
let ours: WireUser;
let theirs: WireUser;
beforeAll(async () => {
  service = await createTestService({ apps: [other] });
  ours = await importUser(service, accounts);
  const body = { linked_accounts: accounts };
  theirs = (await service.call(directoryRoutes.importUser, { appId: other.id, body })).json;
  // More users of the first app, which must not get into a page of the other.
  for (let at = 0; at < 5; at += 1) {
    await importUser(service, [{ type: 'custom_auth', custom_user_id: `twin-${at}` }]);
  }
});
afterAll(() => service.close());

const asOther = <Body, Reply>(route: Route<Body, Reply>, input: { params?: object; body?: unknown } = {}) =>
  service.call(route, { appId: other.id, ...input } as Parameters<typeof service.call<Body, Reply>>[1]);

test('two apps whose users have the same accounts cannot find each other’s users', async () => {
  expect(theirs.id).not.toBe(ours.id);
  const found = [
    (await asOther(directoryRoutes.listUsers)).json.data,
    (await asOther(directoryRoutes.searchUsers, { body: { searchTerm: 'twin' } })).json.data,
    (await asOther(directoryRoutes.searchUsers, { body: { emails: ['twin@example.com'] } })).json.data,
  ];
  for (const users of found) expect(users.map(({ id }) => id)).toEqual([theirs.id]);
  for (const [route, body] of [
    [lookupRoutes.byEmail, { address: 'twin@example.com' }],
    [lookupRoutes.byPhone, { number: '+12015550123' }],
    [lookupRoutes.byWallet, { address: `0x${'5'.repeat(40)}` }],
    [lookupRoutes.byDiscordUsername, { username: 'twin' }],
    [lookupRoutes.byCustomId, { custom_user_id: 'twin' }],
  ] as const) {
    expect((await asOther(route as Route<unknown, WireUser>, { body })).json.id).toBe(theirs.id);
  }
  const { json } = await asOther(directoryRoutes.searchUsers, { body: { searchTerm: ours.id } });
  expect(json.data).toEqual([]);
});

test('a cursor of one app reveals none of its users to another app', async () => {
  const first = await service.call(directoryRoutes.listUsers, { body: { limit: '1' } });
  const cursor = first.json.next_cursor ?? '';
  expect(cursor).not.toBe('');
  const { json } = await asOther(directoryRoutes.listUsers, { body: { cursor } });
  for (const { id } of json.data) expect(id).toBe(theirs.id);
});

test('five directory routes that name a user refuse a user of another app', async () => {
  const params = { user_id: ours.id };
  const before = (await service.call(directoryRoutes.getUser, { params })).json;
  for (const [route, body] of [
    [directoryRoutes.getUser, undefined],
    [directoryRoutes.exportUser, undefined],
    [directoryRoutes.setMetadata, { custom_metadata: { plan: 'stolen' } }],
    [directoryRoutes.unlinkAccount, { type: 'custom_auth', handle: 'twin' }],
    [directoryRoutes.deleteUser, { immediately: 'true' }],
  ] as const) {
    const { status, json } = await asOther(route as Route<unknown, { code?: string }>, { params, body });
    expect(status, route.name).toBe(404);
    expect(json.code, route.name).toBe('user_does_not_exist');
  }
  expect((await service.call(directoryRoutes.getUser, { params })).json).toEqual(before);
});
