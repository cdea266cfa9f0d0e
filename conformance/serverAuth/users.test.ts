import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOfEachKind } from '../accounts.ts';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { createServerAuth, type ServerAuthClient } from './client.ts';

const appId = 'latchkey-test-app-0000001';

describe.each(databases)('users in server-auth 1.32.5, %s', (database) => {
  let service: ReachableService;
  let client: ServerAuthClient;

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId })]);
    client = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
  });
  afterAll(() => service?.close());

  test('server-auth 1.32.5 gets a user by id', async () => {
    const { user } = await logIn(service, 'ada@example.com');
    const found = await client.getUser(user?.id ?? '');
    expect(found).toMatchObject({
      id: user?.id,
      isGuest: false,
      email: { address: 'ada@example.com' },
      linkedAccounts: [{ type: 'email', address: 'ada@example.com' }],
    });
    expect(found.createdAt.getTime()).toBe((user?.created_at ?? 0) * 1000);
    expect(found.linkedAccounts[0]?.latestVerifiedAt).toEqual(found.linkedAccounts[0]?.firstVerifiedAt);
  });

  test('server-auth 1.32.5 throws for an id that no user has', async () => {
    const unknown = client.getUser('did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa');
    await expect(unknown).rejects.toMatchObject({ status: 404, type: 'user_does_not_exist' });
  });

  test('server-auth 1.32.5 imports a user with accounts of many types, and finds the user by each account that it can look up', async () => {
    const accounts = accountsOfEachKind(1);
    const { id } = await client.importUser({ linkedAccounts: Object.values(accounts) });
    const found = await Promise.all([
      client.getUserByEmail(accounts.email.address),
      client.getUserByPhoneNumber(accounts.phone.number),
      client.getUserByWalletAddress(accounts.wallet.address),
      client.getUserByFarcasterId(accounts.farcaster.fid),
      client.getUserByDiscordUsername(accounts.discord.username),
      client.getUserByGithubUsername(accounts.github.username),
      client.getUserByTwitterUsername(accounts.twitter.username),
      client.getUserByTwitterSubject(accounts.twitter.subject),
      client.getUserByTelegramUserId(accounts.telegram.telegram_user_id),
      client.getUserByTelegramUsername(accounts.telegram.username),
      client.getUserByCustomAuthId(accounts.custom.custom_user_id),
    ]);
    expect(found.map((user) => user?.id)).toEqual(found.map(() => id));
    expect(found[0]?.linkedAccounts.map(({ type }) => type).sort()).toEqual(
      Object.values(accounts)
        .map(({ type }) => type)
        .sort(),
    );
  });

  test('server-auth 1.32.5 returns null for accounts that no user has', async () => {
    const nobody = accountsOfEachKind(2);
    const found = await Promise.all([
      client.getUserByEmail(nobody.email.address),
      client.getUserByPhoneNumber(nobody.phone.number),
      client.getUserByWalletAddress(nobody.wallet.address),
      client.getUserBySmartWalletAddress(nobody.wallet.address),
      client.getUserByFarcasterId(nobody.farcaster.fid),
      client.getUserByDiscordUsername(nobody.discord.username),
      client.getUserByGithubUsername(nobody.github.username),
      client.getUserByTwitterUsername(nobody.twitter.username),
      client.getUserByTwitterSubject(nobody.twitter.subject),
      client.getUserByTelegramUserId(nobody.telegram.telegram_user_id),
      client.getUserByTelegramUsername(nobody.telegram.username),
      client.getUserByCustomAuthId(nobody.custom.custom_user_id),
    ]);
    expect(found).toEqual(found.map(() => null));
  });

  test('server-auth 1.32.5 lists all users over several pages, each once', async () => {
    const emails = Array.from({ length: 120 }, (_, index) => `page-${index}@example.com`);
    for (const address of emails) await client.importUser({ linkedAccounts: [{ type: 'email', address }] });
    service.takeRequests();
    const users = await client.getUsers();
    // This client requests pages of a hundred.
    expect(service.takeRequests()).toEqual(Array(2).fill('GET /api/v1/users 200'));
    const listed = users.flatMap(({ email }) => email?.address ?? []);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(emails));
  });

  test('server-auth 1.32.5 searches users by a term and by addresses', async () => {
    await client.importUser({ linkedAccounts: [{ type: 'email', address: 'needle@hay.example' }] });
    const addressesOf = async (filter: Parameters<ServerAuthClient['getUsers']>[0]) =>
      (await client.getUsers(filter)).map(({ email }) => email?.address);
    expect(await addressesOf('needle')).toEqual(['needle@hay.example']);
    expect(await addressesOf({ emails: ['needle@hay.example', 'nobody@hay.example'] })).toEqual([
      'needle@hay.example',
    ]);
    expect(await addressesOf('no such thing')).toEqual([]);
  });

  test('server-auth 1.32.5 imports a user with metadata, and replaces it', async () => {
    const { id } = await client.importUser({
      linkedAccounts: [{ type: 'email', address: 'meta@example.com' }],
      customMetadata: { plan: 'free', seats: 1 },
    });
    expect((await client.getUser(id)).customMetadata).toEqual({ plan: 'free', seats: 1 });
    const changed = await client.setCustomMetadata(id, { plan: 'paid', isPilot: true });
    expect(changed.customMetadata).toEqual({ plan: 'paid', isPilot: true });
    expect((await client.getUser(id)).customMetadata).toEqual(changed.customMetadata);
  });

  test('server-auth 1.32.5 imports the same user only once, and cannot add accounts to an existing user by an import', async () => {
    const account = { type: 'email', address: 'twice@example.com' };
    const { id } = await client.importUser({ linkedAccounts: [account] });
    expect((await client.importUser({ linkedAccounts: [account] })).id).toBe(id);
    const other = { type: 'custom_auth', customUserId: 'not-imported' };
    await expect(client.importUser({ linkedAccounts: [account, other] })).rejects.toMatchObject({
      status: 422,
    });
    expect(await client.getUserByCustomAuthId('not-imported')).toBeNull();
  });

  test('server-auth 1.32.5 deletes a user, who cannot be looked up afterwards', async () => {
    const { user } = await logIn(service, 'gone@example.com');
    await client.deleteUser(user?.id ?? '');
    await expect(client.getUser(user?.id ?? '')).rejects.toMatchObject({ status: 404 });
    expect(await client.getUserByEmail('gone@example.com')).toBeNull();
  });

  test('the service rejects requests by server-auth 1.32.5 to create wallets, and creates no user if a request asks for a wallet too', async () => {
    const linkedAccounts = [{ type: 'email', address: 'wallet@example.com' }];
    const refusal = { status: 422, type: 'not_supported' };
    const imported = client.importUser({ linkedAccounts, createEthereumWallet: true });
    await expect(imported).rejects.toMatchObject(refusal);
    expect(await client.getUserByEmail('wallet@example.com')).toBeNull();
    const { id } = await client.importUser({ linkedAccounts });
    const created = client.createWallets({ userId: id, createEthereumWallet: true });
    await expect(created).rejects.toMatchObject(refusal);
  });

  test('the service rejects a wrong app secret of server-auth 1.32.5', async () => {
    const stranger = await createServerAuth({ appId, appSecret: `${testAppSecret}x`, url: service.url });
    await expect(stranger.getUserByEmail('ada@example.com')).rejects.toMatchObject({ status: 401 });
  });
});
