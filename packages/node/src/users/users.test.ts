import { createTestService, logIn, type TestService, testAppSecret } from '@latchkey/testkit';
import { isCode } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerClient, type ServerClientOptions } from '../index.ts';
import type { UserName } from './createUsersApi.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const clientWith = (appSecret?: string) =>
  createServerClient({
    appId: service.app.id,
    apiUrl: service.config.url,
    ...(appSecret === undefined ? {} : { appSecret }),
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (isCode(error) ? error.code : error),
  );

test('a user is read by id, and a wrong or missing secret and an unknown id have their own codes', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const id = user?.id ?? '';
  expect(await clientWith(testAppSecret).users.get(id)).toEqual({ ...user, custom_metadata: {} });
  expect(await codeOf(clientWith(testAppSecret).users.get('did:privy:nobody'))).toBe('user_does_not_exist');
  expect(await codeOf(clientWith('wrong').users.get(id))).toBe('invalid_app_secret');
  expect(await codeOf(clientWith().users.get(id))).toBe('invalid_option');
});

test('a service that cannot be reached is reported as network_error', async () => {
  const away = createServerClient({
    appId: service.app.id,
    apiUrl: 'https://auth.example.com',
    appSecret: 'x',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  expect(await codeOf(away.users.get('a'))).toBe('network_error');
});

test('an answer without JSON, such as a page of a gateway, is an error and not a missing user', async () => {
  const behindGateway = createServerClient({
    appId: service.app.id,
    apiUrl: service.config.url,
    appSecret: testAppSecret,
    fetch: async () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
  });
  expect(await codeOf(behindGateway.users.get('did:privy:a'))).toBe('network_error');
  expect(await codeOf(behindGateway.users.find({ email: 'ada@example.com' }))).toBe('network_error');
});

describe('a client that is created without its variables', () => {
  const appId = 'latchkey-test-app-0000001';
  const apiUrl = 'https://auth.example.com';
  const callsOf = (options: Partial<ServerClientOptions>) => {
    const never: typeof fetch = () => Promise.reject(new Error('asked'));
    const client = createServerClient({ appId, apiUrl, appSecret: 'x', fetch: never, ...options });
    const first = async () => {
      for await (const user of client.users.list()) return user;
    };
    return [() => client.verifyAccessToken('a.b.c'), () => client.users.get('a'), first];
  };

  test.each<[string, Partial<ServerClientOptions>, string]>([
    ['no app', { appId: undefined }, 'invalid_app_id'],
    ['an empty app', { appId: '' }, 'invalid_app_id'],
    ['a short app', { appId: 'a' }, 'invalid_app_id'],
    ['no address', { apiUrl: undefined }, 'invalid_api_url'],
    ['an empty address', { apiUrl: '' }, 'invalid_api_url'],
    ['an address without a scheme', { apiUrl: 'auth.example.com' }, 'invalid_api_url'],
    ['an address with a slash', { apiUrl: 'https://auth.example.com/' }, 'invalid_api_url'],
    ['an address with a path', { apiUrl: 'https://auth.example.com/api' }, 'invalid_api_url'],
  ])(
    'a client without its variables throws only at its first call, and names the problem: %s',
    async (_, options, code) => {
      for (const call of callsOf(options)) expect(await codeOf(call())).toBe(code);
    },
  );

  test("an error about a client's variable does not reveal its value, which may be another variable’s secret", async () => {
    const swapped = createServerClient({ appId: 'latchkey_secret_abc', apiUrl: 'postgres://u:hunter2@db' });
    const shown = await swapped.users.get('a').catch(String);
    expect(shown).toContain('appId');
    expect(shown).not.toContain('latchkey_secret_abc');
    const url = createServerClient({ appId, apiUrl: 'postgres://u:hunter2@db' });
    expect(await url.users.get('a').catch(String)).not.toContain('hunter2');
  });
});

test('users are imported, found, listed, searched, updated and deleted', async () => {
  const { users } = clientWith(testAppSecret);
  const made = await users.import({ linked_accounts: [{ type: 'email', address: 'grace@example.com' }] });
  expect((await users.find({ email: 'Grace@example.com' }))?.id).toBe(made.id);
  expect(await users.find({ email: 'nobody@example.com' })).toBeNull();
  const listed = [];
  for await (const user of users.list()) listed.push(user.id);
  expect(listed).toContain(made.id);
  const found = [];
  for await (const user of users.search({ emails: ['grace@example.com'] })) found.push(user.id);
  expect(found).toEqual([made.id]);
  const noted = await users.setCustomMetadata(made.id, { plan: 'pro' });
  expect(noted.custom_metadata).toEqual({ plan: 'pro' });
  await users.delete(made.id, { immediately: true });
  expect(await users.find({ email: 'grace@example.com' })).toBeNull();
});

test('a user is found by each name of their accounts, and not by another account’s name', async () => {
  const { users } = clientWith(testAppSecret);
  const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
  const { id } = await users.import({
    linked_accounts: [
      { type: 'phone', number: '+12015550123' },
      { type: 'wallet', address: evm, chain_type: 'ethereum' },
      { type: 'wallet', address: solana, chain_type: 'solana' },
      { type: 'custom_auth', custom_user_id: 'host-7' },
      { type: 'farcaster', fid: 4711, owner_address: evm },
      { type: 'telegram', telegram_user_id: '99' },
    ],
  });
  const names: UserName[] = [
    ...[{ phone: '+1 (201) 555-0123' }, { walletAddress: evm.toLowerCase() }, { walletAddress: solana }],
    ...[{ customUserId: 'host-7' }, { farcasterId: 4711 }, { telegramUserId: '99' }],
  ];
  for (const name of names) expect((await users.find(name))?.id, JSON.stringify(name)).toBe(id);
  const others: UserName[] = [
    ...[{ phone: '+12015550124' }, { walletAddress: evm.replace(/.$/, '6') }, { customUserId: '99' }],
    ...[{ farcasterId: 99 }, { telegramUserId: '4711' }],
  ];
  for (const name of others) expect(await users.find(name), JSON.stringify(name)).toBeNull();
});
