import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import {
  directoryRoutes,
  type ImportedAccount,
  lookupRoutes,
  type Route,
  type WireUser,
} from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importUser } from './users.testkit.ts';

const otherApp = {
  id: 'latchkey-test-app-0000002',
  name: 'Other app',
  allowed_origins: ['http://localhost:3000'],
};
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

const accounts: ImportedAccount[] = [
  { type: 'email', address: 'Grace@Example.com'.toLowerCase() },
  { type: 'phone', number: '+12015550123' },
  { type: 'wallet', address: evm.toLowerCase(), chain_type: 'ethereum' },
  { type: 'wallet', address: solana, chain_type: 'solana' },
  { type: 'farcaster', fid: 4711, owner_address: evm, username: 'gracecast' },
  { type: 'discord_oauth', subject: 'd1', username: 'GraceDisco' },
  {
    type: 'github_oauth',
    subject: 'g1',
    username: 'gracehub',
    name: 'Grace Hopper',
    email: 'hub@navy.example',
  },
  { type: 'twitter_oauth', subject: 't1', username: 'gracetweets', name: 'Grace' },
  { type: 'telegram', telegram_user_id: '99', username: 'gracegram' },
  { type: 'custom_auth', custom_user_id: 'host-7' },
];

let service: TestService;
let grace: WireUser;
beforeAll(async () => {
  service = await createTestService({ apps: [otherApp] });
  grace = await importUser(service, accounts);
});
afterAll(() => service.close());

test('routes for back ends return an empty object as the metadata of a user who has none', async () => {
  const params = { user_id: grace.id };
  const one = { emails: ['grace@example.com'] };
  const replies = await Promise.all([
    service.call(directoryRoutes.getUser, { params }),
    service.call(lookupRoutes.byEmail, { body: { address: 'grace@example.com' } }),
    service.call(lookupRoutes.byGithubUsername, { body: { username: 'gracehub' } }),
    service.call(lookupRoutes.byWallet, { body: { address: evm } }),
  ]);
  const pages = await Promise.all([
    service.call(directoryRoutes.listUsers),
    service.call(directoryRoutes.searchUsers, { body: one }),
  ]);
  const exported = await service.call(directoryRoutes.exportUser, { params });
  const found = [
    ...[grace, exported.json.user, ...replies.map(({ json }) => json)],
    ...pages.flatMap(({ json }) => json.data),
  ];
  expect(found.map(({ custom_metadata }) => custom_metadata)).toEqual(found.map(() => ({})));
  expect(found).toHaveLength(8);
});

test.each<[string, Route<unknown, WireUser>, object]>([
  ['email address in any case', lookupRoutes.byEmail, { address: ' GRACE@example.com ' }],
  ['phone number with spaces and signs', lookupRoutes.byPhone, { number: '+1 (201) 555-0123' }],
  ['Ethereum address with its checksum', lookupRoutes.byWallet, { address: evm }],
  ['Ethereum address in lower case', lookupRoutes.byWallet, { address: evm.toLowerCase() }],
  ['Solana address', lookupRoutes.byWallet, { address: solana }],
  ['Farcaster id', lookupRoutes.byFarcasterId, { fid: 4711 }],
  ['Discord user name in any case', lookupRoutes.byDiscordUsername, { username: 'gracedisco' }],
  ['GitHub user name', lookupRoutes.byGithubUsername, { username: 'gracehub' }],
  ['Twitter user name with its @', lookupRoutes.byTwitterUsername, { username: '@gracetweets' }],
  ['Twitter id', lookupRoutes.byTwitterSubject, { subject: 't1' }],
  ['Telegram id', lookupRoutes.byTelegramId, { telegram_user_id: '99' }],
  ['Telegram user name', lookupRoutes.byTelegramUsername, { username: 'gracegram' }],
  ['id of the host app', lookupRoutes.byCustomId, { custom_user_id: 'host-7' }],
])('a back end finds a user by %s, and no user with another value', async (_, route, body) => {
  const found = await service.call(route, { body });
  expect(found.status).toBe(200);
  expect(found.json.id).toEqual(grace.id);
  expect(found.json).toEqual(grace);
  const [[name = '', value = '']] = Object.entries(body) as [[string, string | number]];
  const missing = { [name]: typeof value === 'number' ? value + 1 : value.replace(/.(?=.{0}$)|9|1/, '2') };
  const nobody = await service.call(route, { body: missing });
  expect(nobody.status).toBe(404);
  expect(nobody.json.code).toBe('user_does_not_exist');
});

test('a lookup by smart wallet finds no user', async () => {
  const { status } = await service.call(lookupRoutes.bySmartWallet, { body: { address: evm } });
  expect(status).toBe(404);
});

test('a back end does not find a user of another app', async () => {
  const { user } = await logIn(service, 'other@example.com', { appId: otherApp.id });
  const params = { user_id: user?.id ?? '' };
  const { status } = await service.call(directoryRoutes.getUser, { params });
  expect(status).toBe(404);
  const { json } = await service.call(directoryRoutes.searchUsers, { body: { searchTerm: 'other@' } });
  expect(json).toEqual({ data: [], next_cursor: null });
});

test.each([
  ['the beginning of an email address', 'gRace@'],
  ['the beginning of a wallet address', evm.slice(0, 12)],
  ['the beginning of a user name', 'graced'],
  ['the beginning of a name', 'grace hop'],
  ['an email address at a provider', 'hub@navy'],
  ['the beginning of a phone number', '+1201555'],
])('the search finds a user by %s', async (_, searchTerm) => {
  const { json } = await service.call(directoryRoutes.searchUsers, { body: { searchTerm } });
  expect(json).toEqual({ data: [grace], next_cursor: null });
});

test('the search finds users by a whole id and by lists, and nobody for empty lists or SQL wildcards', async () => {
  const idsOf = async (body: object) =>
    (await service.call(directoryRoutes.searchUsers, { body })).json.data.map(({ id }) => id);
  expect(await idsOf({ searchTerm: grace.id })).toEqual([grace.id]);
  expect(await idsOf({ emails: ['nobody@x.example', 'grace@example.com'] })).toEqual([grace.id]);
  expect(await idsOf({ emails: [], phoneNumbers: ['+12015550123'], walletAddresses: [evm] })).toEqual([
    grace.id,
  ]);
  for (const body of [
    {},
    { emails: [] },
    { searchTerm: '%' },
    { searchTerm: '_race' },
    { searchTerm: '\\' },
  ]) {
    expect(await idsOf(body)).toEqual([]);
  }
});

test('pages of two list each earlier user once, even while new users are added', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await importUser(service, [{ type: 'custom_auth', custom_user_id: name }]);
  const before = (await service.call(directoryRoutes.listUsers)).json;
  expect(before.next_cursor).toBeNull();
  const ids: string[] = [];
  let cursor: string | null = '';
  let round = 0;
  while (cursor !== null) {
    const query: Record<string, string> = { limit: '2', cursor };
    const { json } = await service.call(directoryRoutes.listUsers, { body: query });
    expect(json.data.length).toBeLessThanOrEqual(2);
    ids.push(...json.data.map(({ id }) => id));
    cursor = json.next_cursor;
    round += 1;
    await importUser(service, [{ type: 'custom_auth', custom_user_id: `newcomer ${round}` }]);
  }
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id } of before.data) expect(ids).toContain(id);
});

test('the last page of users has no next cursor, even if it is full', async () => {
  const all = (await service.call(directoryRoutes.listUsers)).json.data.length;
  const { json } = await service.call(directoryRoutes.listUsers, { body: { limit: String(all) } });
  expect(json.data.length).toEqual(all);
  expect(json.next_cursor).toBeNull();
});

const get = async (path: string) => {
  const secret = Buffer.from(`${service.app.id}:latchkey-test-secret-of-32-or-more-characters`).toString(
    'base64',
  );
  const headers = { authorization: `Basic ${secret}`, 'privy-app-id': service.app.id };
  const response = await service.fetch(new Request(`${service.config.url}${path}`, { headers }));
  return { status: response.status, json: (await response.json()) as { code?: string; data?: unknown[] } };
};
const encoded = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  'cursor=x',
  'cursor=%00',
  "cursor='%20or%201=1--",
  `cursor=${encoded('did:privy:short')}`,
  `cursor=${encoded("did:privy:' or 1=1 --aaaaaaaaaaaa")}`,
  `cursor=${encoded(`did:privy:${'a'.repeat(25)}`)}%3D`,
  `cursor=${'a'.repeat(5000)}`,
  'limit=0x10',
  'limit=101',
  'limit=-1',
  'limit=1e1',
  'limit=2&limit=3',
  `cursor=&cursor=${encoded(`did:privy:${'a'.repeat(25)}`)}`,
  'x=1&x=2',
])('[S56] the malformed query %s for a list of users is invalid_data', async (query) => {
  for (const prefix of ['/api/v1', '/v1']) {
    const { status, json } = await get(`${prefix}/users?${query}`);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
  }
});

test('[S56] a list of users ignores parameter names with a meaning in JavaScript, like other unknown ones', async () => {
  for (const custom_user_id of ['one', 'two'])
    await importUser(service, [{ type: 'custom_auth', custom_user_id }]);
  const query = '__proto__[limit]=1&__proto__=1&constructor=2&limit=2&toString=3&limit[]=1';
  const { status, json } = await get(`/v1/users?${query}`);
  expect(status).toBe(200);
  expect(json.data?.length).toBe(2);
  expect(({} as Record<string, unknown>).limit).toBeUndefined();
});

test.each(['x', 'did:privy:', "' or 1=1", '..%2F..%2Fadmin', 'a'.repeat(3000)])(
  '[S56] no user is found by the invalid id %s',
  async (id) => {
    const { status, json } = await get(`/v1/users/${id.includes('%') ? id : encodeURIComponent(id)}`);
    expect(status).toBe(404);
    expect(json.code).toBe('user_does_not_exist');
  },
);

test('[S56] U+0000 in a path or query causes no server error, and a body with it or with a lone surrogate is refused', async () => {
  for (const path of [
    '/v1/users/%00',
    '/api/v1/users/did:privy:%00',
    '/api/v1/apps/%00',
    '/v1/users?cursor=%00',
    '/v1/users?x=%00',
  ]) {
    expect((await get(path)).status, path).toBeLessThan(405);
  }
  for (const value of ['\0', 'a\0b', '\ud800', '\udc00a']) {
    const { status, json } = await service.call(lookupRoutes.byGithubUsername, { body: { username: value } });
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
  }
  for (const value of ['\\u0000', '😀', '\\\\ud800']) {
    const { status } = await service.call(lookupRoutes.byGithubUsername, { body: { username: value } });
    expect(status).toBe(404);
  }
});
