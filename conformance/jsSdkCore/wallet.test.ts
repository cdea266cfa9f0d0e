import { testAppSecret } from '@latchkey/testkit';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createServerAuth } from '../serverAuth/client.ts';
import { conformanceApp, databases, type ReachableService, startService } from '../service.ts';
import { openApp, versions } from './client.ts';

// Login with a wallet through the headless client, unmodified. viem's accounts are the wallet.

const appId = 'latchkey-test-app-0000001';
const page = 'http://localhost:3000';
const matrix = databases.flatMap((database) => versions.map((one) => ({ database, ...one })));

describe.each(matrix)('js-sdk-core $version, $database', ({ database, name }) => {
  let service: ReachableService;
  beforeAll(async () => {
    service = await startService(database, [conformanceApp({ id: appId, wallet_auth: true })]);
  });
  beforeEach(() => service.passTime(60_000));
  afterAll(() => service?.close());

  const accountOf = (number: number) => privateKeyToAccount(`0x${String(number).padStart(64, '0')}`);
  const walletOf = (address: string) => ({
    address,
    chainId: 'eip155:1',
    walletClientType: 'metamask',
    connectorType: 'injected',
  });

  test('[SIWE-01, SIWE-02, SIWE-03] js-sdk-core logs in with a wallet, cannot link a second one, and links it after unlinking the first', async () => {
    const [mine, second] = [accountOf(1), accountOf(2)];
    const { client, users } = await openApp({ name, appId, url: service.url });
    const { siwe } = client.auth;
    const { message } = await siwe.init(walletOf(mine.address), new URL(page).host, page);
    const { user, is_new_user } = await siwe.loginWithSiwe(await mine.signMessage({ message }));
    expect(is_new_user).toBe(true);
    expect(user.linked_accounts).toMatchObject([
      { type: 'wallet', address: mine.address, chain_type: 'ethereum', wallet_client_type: 'metamask' },
    ]);
    expect(await client.getAccessToken()).toEqual(expect.any(String));

    const full = await siwe.init(walletOf(second.address), new URL(page).host, page);
    const link = siwe.linkWithSiwe(await second.signMessage(full));
    await expect(link).rejects.toMatchObject({ code: 'cannot_link_more_of_type' });
    await client.auth.email.sendCode('second@example.com');
    await client.auth.email.linkWithCode('second@example.com', service.outbox.codeFor('second@example.com'));
    await siwe.unlinkWallet(mine.address);
    const next = await siwe.init(walletOf(second.address), new URL(page).host, page);
    await siwe.linkWithSiwe(await second.signMessage(next));
    expect(users.at(-1)?.id).toBe(user.id);
    expect(
      users
        .at(-1)
        ?.linked_accounts.map(({ address }) => address)
        .sort(),
    ).toEqual([second.address, 'second@example.com'].sort());
  });

  test('js-sdk-core logs in as the user whom a back end imported with the wallet, and the back end finds the user by the wallet', async () => {
    const mine = accountOf(3);
    const backEnd = await createServerAuth({ appId, appSecret: testAppSecret, url: service.url });
    const wallet = { type: 'wallet', address: mine.address, chain_type: 'ethereum' };
    const { id } = await backEnd.importUser({ linkedAccounts: [wallet] });
    const { client } = await openApp({ name, appId, url: service.url });
    const { message } = await client.auth.siwe.init(walletOf(mine.address), new URL(page).host, page);
    const { user } = await client.auth.siwe.loginWithSiwe(await mine.signMessage({ message }));
    expect(user.id).toBe(id);
    const found = await backEnd.getUserByWalletAddress(mine.address.toLowerCase());
    expect(found).toMatchObject({ id, wallet: { address: mine.address } });
  });
});
