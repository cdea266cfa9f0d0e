import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { isCode, userSchema } from '@latchkey/wire';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../audit/index.ts';
import { createUsers, type Users } from './index.ts';

let service: TestService;
let users: Users;
beforeAll(async () => {
  service = await createTestService();
  const { world } = service;
  users = createUsers(world, { audit: createAudit(world) });
});
afterAll(() => service.close());

const wallet = {
  type: 'wallet',
  subject: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
  details: {
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    chain_type: 'ethereum',
    wallet_client: 'privy',
    wallet_client_type: 'privy',
    wallet_index: 0,
  },
} as const;

test('[USER-01] a user is served with id, time of creation, accounts, MFA methods, terms and guest flag', async () => {
  const { user } = await logIn(service, 'ada@example.com');
  const createdAt = Math.floor(service.clock.now() / 1000);
  expect(user).toEqual({
    id: expect.stringMatching(/^did:privy:[a-z2-7]{25}$/),
    created_at: createdAt,
    linked_accounts: [
      {
        type: 'email',
        address: 'ada@example.com',
        verified_at: createdAt,
        first_verified_at: createdAt,
        latest_verified_at: createdAt,
      },
    ],
    mfa_methods: [],
    has_accepted_terms: false,
    is_guest: false,
  });
});

test('[USER-02] an account is served with its type and the time of its latest proof, which a login updates', async () => {
  const first = await logIn(service, 'grace@example.com');
  service.clock.advance(90_000);
  const again = await logIn(service, 'grace@example.com');
  const [before, after] = [first.user?.linked_accounts[0], again.user?.linked_accounts[0]];
  expect(after?.type).toBe('email');
  expect(after?.verified_at).toBe(before?.verified_at);
  expect(after?.first_verified_at).toBe(before?.first_verified_at);
  expect(after?.latest_verified_at).toBe(Math.floor(service.clock.now() / 1000));
  expect(after?.latest_verified_at).toBeGreaterThan(before?.latest_verified_at ?? 0);
});

test('[USER-02] a user’s accounts are listed oldest first, in the form of the wire protocol', async () => {
  const { user } = await logIn(service, 'linus@example.com');
  service.clock.advance(5_000);
  const linus = { appId: service.app.id, userId: user?.id ?? '' };
  await service.database.transaction((tx) => users.addAccount(tx, linus, wallet, service.clock.now()));
  const found = await users.findWireUser(linus);
  expect(v.is(userSchema(), found)).toBe(true);
  expect(found?.linked_accounts.map(({ type }) => type)).toEqual(['email', 'wallet']);
  expect(found?.linked_accounts[1]).toMatchObject({ ...wallet.details, type: 'wallet' });
});

test('an account of one user is not added to another user of the same app', async () => {
  const owner = await logIn(service, 'barbara@example.com');
  const { user } = await logIn(service, 'mallory@example.com');
  const appId = service.app.id;
  const taken = { ...wallet, subject: '0x52908400098527886e0f7030069857d2e4169ee7' };
  const add = (userId = '') =>
    service.database.transaction((tx) => users.addAccount(tx, { appId, userId }, taken, service.clock.now()));
  await add(owner.user?.id);
  const adding = add(user?.id);
  await expect(adding).rejects.toSatisfy((error) => isCode(error, 'linked_to_another_user'));
  const found = await users.findWireUser({ appId, userId: user?.id ?? '' });
  expect(found?.linked_accounts).toHaveLength(1);
  const account = {
    type: 'email',
    subject: 'mallory@example.com',
    details: { address: 'mallory@example.com' },
  } as const;
  expect(await users.create(appId, account, service.clock.now())).toBeNull();
  expect(await users.create('latchkey-test-app-0000009', account, service.clock.now())).toMatch(
    /^did:privy:/,
  );
});

test('findWireUser and findOwner return null for an unknown user or account', async () => {
  expect(await users.findWireUser({ appId: service.app.id, userId: 'did:privy:nobody' })).toBeNull();
  const key = { type: 'email', subject: 'nobody@example.com' } as const;
  expect(await users.findOwner(service.app.id, key)).toBeNull();
});
