import { logIn, testAppSecret } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsOfEachKind } from '../accounts.ts';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { createNodeClient, type NodeClient, type NodeUser } from './client.ts';

const appId = 'latchkey-test-app-0000001';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function emailOf(user: NodeUser): unknown {
  return user.linked_accounts.find(({ type }) => type === 'email')?.address;
}

describe.each(databases)('users in node 0.35.0, %s', (database) => {
  let service: ReachableService;
  let client: NodeClient;

  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId })]);
    client = await createNodeClient({ appId, appSecret: testAppSecret, url: service.url });
  });
  afterAll(() => service?.close());

  test('node 0.35.0 gets a user by id, and an error for an unknown id', async () => {
    const { user } = await logIn(service, 'ada@example.com');
    expect(await client.users()._get(user?.id ?? '')).toEqual({ ...user, custom_metadata: {} });
    const unknown = client.users()._get('did:privy:aaaaaaaaaaaaaaaaaaaaaaaaa');
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  test('node 0.35.0 imports a user with accounts of many types, and finds the user by each account that it can look up', async () => {
    const accounts = accountsOfEachKind(1);
    const users = client.users();
    const { id } = await users.create({ linked_accounts: Object.values(accounts) });
    const lookUps = ({ email, phone, wallet, farcaster, ...rest }: typeof accounts) => [
      users.getByEmailAddress({ address: email.address }),
      users.getByPhoneNumber({ number: phone.number }),
      users.getByWalletAddress({ address: wallet.address }),
      users.getByFarcasterID({ fid: farcaster.fid }),
      users.getByDiscordUsername({ username: rest.discord.username }),
      users.getByGitHubUsername({ username: rest.github.username }),
      users.getByTwitterUsername({ username: rest.twitter.username }),
      users.getByTwitterSubject({ subject: rest.twitter.subject }),
      users.getByTelegramUserID({ telegram_user_id: rest.telegram.telegram_user_id }),
      users.getByTelegramUsername({ username: rest.telegram.username }),
      users.getByCustomAuthID({ custom_user_id: rest.custom.custom_user_id }),
    ];
    const found = await Promise.all(lookUps(accounts));
    expect(found.map((user) => user.id)).toEqual(found.map(() => id));

    const missing = await Promise.allSettled(lookUps(accountsOfEachKind(2)));
    const statuses = missing.map((one) => (one.status === 'rejected' ? one.reason.status : 'found'));
    expect(statuses).toEqual(missing.map(() => 404));
    const smart = users.getBySmartWalletAddress({ address: accounts.wallet.address });
    await expect(smart).rejects.toMatchObject({ status: 404 });
  });

  test('node 0.35.0 lists all users over several pages, each once', async () => {
    const emails = Array.from({ length: 25 }, (_, index) => `page-${index}@example.com`);
    await Promise.all(
      emails.map((address) => client.users().create({ linked_accounts: [{ type: 'email', address }] })),
    );
    service.takeRequests();
    const listed = (await all(client.users().list({ limit: 10 }))).map(emailOf);
    expect(service.takeRequests()).toEqual(Array(3).fill('GET /v1/users 200'));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(emails));
  });

  test('node 0.35.0 searches users by a term and by addresses', async () => {
    await client.users().create({ linked_accounts: [{ type: 'email', address: 'needle@hay.example' }] });
    const byTerm = await client.users().search({ searchTerm: 'needle' });
    expect(byTerm.data.map(emailOf)).toEqual(['needle@hay.example']);
    const byAddress = await client
      .users()
      .search({ emails: ['needle@hay.example'], phoneNumbers: [], walletAddresses: [] });
    expect(byAddress.data.map(emailOf)).toEqual(['needle@hay.example']);
  });

  test('node 0.35.0 sets the metadata of a user, and unlinks an account', async () => {
    const users = client.users();
    const { id } = await users.create({
      linked_accounts: [
        { type: 'email', address: 'two@example.com' },
        { type: 'google_oauth', subject: 'two', email: 'two@example.com', name: 'Two' },
      ],
      custom_metadata: { plan: 'free' },
    });
    const { custom_metadata } = await users.setCustomMetadata(id, { custom_metadata: { plan: 'paid' } });
    expect(custom_metadata).toEqual({ plan: 'paid' });
    const left = await users.unlinkLinkedAccount(id, { type: 'google_oauth', handle: 'two' });
    expect(left.linked_accounts.map(({ type }) => type)).toEqual(['email']);
  });

  test('node 0.35.0 deletes a user, who cannot be looked up afterwards', async () => {
    const { user } = await logIn(service, 'gone@example.com');
    await client.users().delete(user?.id ?? '');
    await expect(client.users()._get(user?.id ?? '')).rejects.toMatchObject({ status: 404 });
  });

  test('the service rejects requests by node 0.35.0 to create wallets, and creates no user if a request asks for a wallet too', async () => {
    const users = client.users();
    const linked_accounts = [{ type: 'email', address: 'wallet@example.com' }];
    const wallets = [{ chain_type: 'ethereum' }];
    await expect(users.create({ linked_accounts, wallets })).rejects.toMatchObject({ status: 422 });
    const nobody = users.getByEmailAddress({ address: 'wallet@example.com' });
    await expect(nobody).rejects.toMatchObject({ status: 404 });
    const { id } = await users.create({ linked_accounts });
    await expect(users.pregenerateWallets(id, { wallets })).rejects.toMatchObject({ status: 422 });
  });
});
