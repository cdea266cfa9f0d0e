import { createTestService, logIn, type TestService } from '@latchkey/testkit';
import { isCode, userSchema } from '@latchkey/wire';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../audit/index.ts';
import { createUsers, type Users, userJson } from './index.ts';

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

test('the database function user_json returns the same as userJson', async () => {
  const { user } = await logIn(service, 'dorothy@example.com');
  service.clock.advance(5_000);
  const dorothy = { appId: service.app.id, userId: user?.id ?? '' };
  await service.database.transaction((tx) =>
    users.addAccount(
      tx,
      dorothy,
      { ...wallet, subject: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359' },
      service.clock.now(),
    ),
  );
  const jsonOf = async ({ appId, userId }: typeof dorothy) => {
    const of = { appId: sql`${appId}`, userId: sql`${userId}` };
    const both = sql`select ${userJson(of)} as by_statement, user_json(${appId}, ${userId}) as by_function`;
    const { rows } = (await service.database.db.execute(both)) as {
      rows: { by_statement: unknown; by_function: unknown }[];
    };
    return rows[0];
  };
  const known = await jsonOf(dorothy);
  expect(known?.by_statement).toMatchObject({
    id: dorothy.userId,
    accounts: [{ type: 'email' }, { type: 'wallet' }],
  });
  expect(JSON.stringify(known?.by_function)).toBe(JSON.stringify(known?.by_statement));
  expect(await jsonOf({ ...dorothy, userId: 'did:privy:nobody' })).toEqual({
    by_statement: null,
    by_function: null,
  });
});
