import { createTestService, logIn, type TestService, testAppSecret } from '@latchkey/testkit';
import { isCode } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerClient } from '../index.ts';

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

test('a user is read by id; a wrong secret, none, and an unknown id have their codes', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const id = user?.id ?? '';
  expect(await clientWith(testAppSecret).users.get(id)).toEqual(user);
  expect(await codeOf(clientWith(testAppSecret).users.get('did:privy:nobody'))).toBe('user_does_not_exist');
  expect(await codeOf(clientWith('wrong').users.get(id))).toBe('invalid_app_secret');
  expect(await codeOf(clientWith().users.get(id))).toBe('invalid_option');
});

test('a service that is away, and an address that is none, have their codes', async () => {
  const away = createServerClient({
    ...{ appId: service.app.id, apiUrl: 'https://auth.example.com', appSecret: 'x' },
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  expect(await codeOf(away.users.get('a'))).toBe('network_error');
  for (const apiUrl of ['auth.example.com', 'https://auth.example.com/', 'https://auth.example.com/api']) {
    expect(() => createServerClient({ appId: 'a', apiUrl })).toThrow(/apiUrl/);
  }
});

test('users are imported, found, listed, searched, noted and deleted', async () => {
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
