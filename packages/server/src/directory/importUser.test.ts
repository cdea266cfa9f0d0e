import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { directoryRoutes, type ImportedAccount, limits, userSchema } from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importUser, userIdOf } from './users.testkit.ts';

let service: TestService;
let userId: string;
beforeAll(async () => {
  service = await createTestService();
  userId = await userIdOf(service, 'meta@example.com');
});
afterAll(() => service.close());

const countUsers = async () => (await service.call(directoryRoutes.listUsers)).json.data.length;
const send = (body: object) => service.call(directoryRoutes.importUser, { body });

const imported: ImportedAccount[] = [
  { type: 'email', address: 'ada@example.com' },
  { type: 'wallet', address: '0x52908400098527886e0f7030069857d2e4169ee7', chain_type: 'ethereum' },
  { type: 'google_oauth', subject: 'g-1', email: 'ada@gmail.example' },
];

test('an imported user with accounts and metadata is found by a login with the address', async () => {
  const user = await importUser(service, imported, {
    custom_metadata: { plan: 'pro', seats: 3, beta: true },
  });
  expect(v.is(userSchema(), user)).toBe(true);
  expect(user.custom_metadata).toEqual({ plan: 'pro', seats: 3, beta: true });
  expect(user.linked_accounts.map(({ type }) => type).sort()).toEqual(['email', 'google_oauth', 'wallet']);
  const wallet = user.linked_accounts.find(({ type }) => type === 'wallet');
  expect(wallet).toMatchObject({
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    wallet_client: 'unknown',
  });
  const login = await logIn(service, 'Ada@example.com');
  expect(login.user?.id).toEqual(user.id);
  expect(login.is_new_user).toBe(false);
  expect(login.user?.custom_metadata).toEqual(user.custom_metadata);
});

test('a repeated import, and ten simultaneous ones, create one user', async () => {
  const twice: ImportedAccount[] = [
    { type: 'email', address: 'twice@example.com' },
    { type: 'google_oauth', subject: 'g-2', email: 'twice@gmail.example' },
  ];
  const custom_metadata = { plan: 'pro', seats: 3, beta: true };
  const first = await importUser(service, twice, { custom_metadata });
  const again = await importUser(service, twice, { custom_metadata: { plan: 'other' } });
  expect(again.id).toBe(first.id);
  expect(again.custom_metadata).toEqual({ plan: 'pro', seats: 3, beta: true });
  const accounts: ImportedAccount[] = [{ type: 'custom_auth', custom_user_id: 'crowd' }];
  const crowd = await Promise.all(Array.from({ length: 10 }, () => importUser(service, accounts)));
  expect(new Set(crowd.map(({ id }) => id)).size).toBe(1);
});

test('an import with an account of another user is refused and changes nothing', async () => {
  const taken: ImportedAccount = { type: 'email', address: 'taken@example.com' };
  await importUser(service, [taken]);
  const before = await countUsers();
  const mixed = [taken, { type: 'phone', number: '+12015550199' }];
  const { status, json } = await send({ linked_accounts: mixed });
  expect(status).toBe(422);
  expect(json.code).toBe('linked_to_another_user');
  expect(await countUsers()).toBe(before);
  await importUser(service, [{ type: 'phone', number: '+12015550199' }]);
});

test.each([
  { create_ethereum_wallet: true },
  { create_solana_wallet: true },
  { create_ethereum_smart_wallet: true },
  { create_embedded_wallet: true },
  { create_n_ethereum_wallets: 2 },
  { create_n_embedded_wallets: 1 },
  { number_of_ethereum_wallets_to_create: 1 },
  { wallets: [{ chain_type: 'ethereum' }] },
])('an import that requests a wallet (%j) is not supported and changes nothing', async (requested) => {
  const before = await countUsers();
  const { status, json } = await send({
    linked_accounts: [{ type: 'custom_auth', custom_user_id: 'wisher' }],
    ...requested,
  });
  expect(status).toBe(422);
  expect(json.code).toBe('not_supported');
  expect(await countUsers()).toBe(before);
});

test('an import with negated wallet requests is accepted', async () => {
  const requested = { create_ethereum_wallet: false, create_solana_wallet: null, wallets: [] };
  const user = await importUser(service, [{ type: 'custom_auth', custom_user_id: 'content' }], requested);
  expect(user.linked_accounts).toMatchObject([{ type: 'custom_auth', custom_user_id: 'content' }]);
  expect(user.linked_accounts).toHaveLength(1);
});

test('an account that an import names twice, in two spellings, is linked once', async () => {
  const address = '0x52908400098527886e0f7030069857d2e4169ee8';
  const wallet = { type: 'wallet', chain_type: 'ethereum' } as const;
  const user = await importUser(service, [
    { ...wallet, address },
    { ...wallet, address: `0x${address.slice(2).toUpperCase()}` },
  ]);
  expect(user.linked_accounts).toHaveLength(1);
});

test('an import accepts names of 320 characters, and refuses a name of 1,000', async () => {
  // Characters of three bytes, in an order that does not compress, as a worst case for the index.
  const name = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('');
  const profile = (length: number) => ({
    type: 'discord_oauth',
    subject: name(length),
    username: name(length),
    email: name(length),
    name: name(length),
  });
  expect((await send({ linked_accounts: [profile(320)] })).status).toBe(200);
  const { status, json } = await send({ linked_accounts: [{ ...profile(320), username: name(1_000) }] });
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
});

test('the creation of wallets for existing users is not supported', async () => {
  for (const route of [directoryRoutes.createWallets, directoryRoutes.createWalletOfApp]) {
    const params = { user_id: 'did:privy:x' };
    const body = {
      user_id: 'did:privy:x',
      create_ethereum_wallet: true,
      wallets: [{ chain_type: 'ethereum' }],
    };
    const { status, json } = await service.call(route, { params, body });
    expect(status).toBe(422);
    expect(json.code).toBe('not_supported');
  }
});

test.each([
  [{ linked_accounts: [] }, 'invalid_data'],
  [{}, 'invalid_data'],
  [{ linked_accounts: {} }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'retina' }] }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'email', address: 'no address' }] }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'phone', number: '5550123' }] }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'wallet', address: 'x', chain_type: 'ethereum' }] }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'passkey', credential_id: 'x' }] }, 'invalid_data'],
  [{ linked_accounts: [{ type: 'guest' }] }, 'invalid_data'],
  [
    {
      linked_accounts: [
        { type: 'email', address: 'a1@example.com' },
        { type: 'email', address: 'a2@example.com' },
      ],
    },
    'cannot_link_more_of_type',
  ],
])('the import %j is refused with %s', async (body, code) => {
  const { json } = await send(body);
  expect(json.code).toBe(code);
});

test('[S56] an import cannot set other fields, such as an embedded wallet, an id or a time', async () => {
  const { json } = await send({
    id: 'did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa',
    has_accepted_terms: true,
    linked_accounts: [
      {
        type: 'wallet',
        address: `0x${'1'.repeat(40)}`,
        chain_type: 'ethereum',
        wallet_client_type: 'privy',
        wallet_index: 0,
        verified_at: 1,
        constructor: 1,
      },
    ],
  });
  expect(json.id).not.toBe('did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa');
  expect(json.has_accepted_terms).toBe(false);
  expect(json.linked_accounts[0]).not.toHaveProperty('wallet_index');
  expect(json.linked_accounts[0]).not.toHaveProperty('wallet_client_type');
  expect(json.linked_accounts[0]?.verified_at).toBeGreaterThan(1);
});

/** Sends a body as text, because in an object literal `__proto__` would not be a name of its own. */
async function setMetadata(of: string, text: string) {
  const secret = Buffer.from(`${service.app.id}:latchkey-test-secret-of-32-or-more-characters`).toString(
    'base64',
  );
  const url = `${service.config.url}/v1/users/${encodeURIComponent(of)}/custom_metadata`;
  const headers = {
    authorization: `Basic ${secret}`,
    'privy-app-id': service.app.id,
    'content-type': 'application/json',
  };
  const response = await service.fetch(new Request(url, { method: 'POST', headers, body: text }));
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('metadata is replaced as a whole and returned with the user', async () => {
  const first = await setMetadata(userId, '{"custom_metadata":{"a":1,"b":"x"}}');
  expect(first.status).toBe(200);
  expect(first.json.custom_metadata).toEqual({ a: 1, b: 'x' });
  await setMetadata(userId, '{"custom_metadata":{"c":true}}');
  const { json } = await service.call(directoryRoutes.getUser, { params: { user_id: userId } });
  expect(json.custom_metadata).toEqual({ c: true });
  expect((await setMetadata('did:privy:nobody', '{"custom_metadata":{}}')).status).toBe(404);
});

const keys = (count: number) =>
  JSON.stringify({
    custom_metadata: Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])),
  });

test.each([
  ['too many names', keys(limits.metadataKeys + 1)],
  ['too many bytes', JSON.stringify({ custom_metadata: { a: 'x'.repeat(limits.metadataBytes) } })],
  ['too many bytes of wide characters', JSON.stringify({ custom_metadata: { a: '😀'.repeat(512) } })],
  ['an object inside', '{"custom_metadata":{"a":{"b":1}}}'],
  ['a list inside', '{"custom_metadata":{"a":[1]}}'],
  ['null inside', '{"custom_metadata":{"a":null}}'],
  ['a list', '{"custom_metadata":[]}'],
  ['a text', '{"custom_metadata":"a"}'],
  ['a name with a space', '{"custom_metadata":{"a b":1}}'],
  ['an empty name', '{"custom_metadata":{"":1}}'],
  ['the name toString', '{"custom_metadata":{"toString":"x"}}'],
  ['the name hasOwnProperty', '{"custom_metadata":{"hasOwnProperty":"x"}}'],
  ['an infinite number', '{"custom_metadata":{"a":1e999}}'],
])('[S56] metadata with %s is refused', async (_, text) => {
  const { status, json } = await setMetadata(userId, text);
  expect(status).toBe(400);
  expect(json.code).toBe('invalid_data');
});

test('metadata up to the limit is accepted', async () => {
  expect((await setMetadata(userId, keys(limits.metadataKeys))).status).toBe(200);
});

test('[S56] a prototype in metadata is not stored', async () => {
  const text = '{"custom_metadata":{"__proto__":{"admin":true},"constructor":{"prototype":1},"a":1}}';
  const { status, json } = await setMetadata(userId, text);
  expect(status === 400 || JSON.stringify(json.custom_metadata) === '{"a":1}').toBe(true);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

const unlink = (of: string, body: object) =>
  service.call(directoryRoutes.unlinkAccount, { params: { user_id: of }, body });

test('a back end unlinks an account by user name, number or address, but not the last way to log in', async () => {
  const { id } = await importUser(service, [
    { type: 'email', address: 'un@example.com' },
    { type: 'github_oauth', subject: 'gh-9', username: 'Unlinker' },
    { type: 'phone', number: '+12015550177' },
  ]);
  const github = await unlink(id, { type: 'github_oauth', handle: 'unlinker' });
  expect(github.json.linked_accounts.map(({ type }) => type)).toEqual(['email', 'phone']);
  const phone = await unlink(id, { type: 'phone', handle: '+12015550177', provider: 'x' });
  expect(phone.json.linked_accounts.map(({ type }) => type)).toEqual(['email']);
  const last = await unlink(id, { type: 'email', handle: 'UN@example.com' });
  expect(last.status).toBe(422);
  expect(last.json.code).toBe('cannot_unlink_sole_account');
  const missing = await unlink(id, { type: 'email', handle: 'other@example.com' });
  expect(missing.status).toBe(404);
  expect(missing.json.code).toBe('not_found');
  const nobody = await unlink('did:privy:x', { type: 'email', handle: 'un@example.com' });
  expect(nobody.status).toBe(404);
  expect(nobody.json.code).toBe('user_does_not_exist');
  // The unlinked account is free for another user.
  await importUser(service, [{ type: 'phone', number: '+12015550177' }]);
});

test('two simultaneous unlinks leave a user one way to log in', async () => {
  const { id } = await importUser(service, [
    { type: 'email', address: 'race@example.com' },
    { type: 'custom_auth', custom_user_id: 'race' },
  ]);
  const both = await Promise.all([
    unlink(id, { type: 'email', handle: 'race@example.com' }),
    unlink(id, { type: 'custom_auth', handle: 'race' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});
