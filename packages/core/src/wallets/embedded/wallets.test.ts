import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import {
  type CreateOnLogin,
  embeddedWalletOf,
  type FrameRequest,
  limits,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppSettings,
  connectWallet,
  createDueWallets,
  createWallet,
  exportWallet,
  listRecoveryPasskeys,
  listWallets,
  logout,
  needsWallet,
  recoverWallet,
  setRecovery,
  signMessage,
  signTypedData,
} from '../../index.ts';
import { createScriptedFrame } from './scriptedFrame.testkit.ts';
import { listDueWallets } from './wallets.ts';

describe('embedded wallets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  let people = 0;
  async function signedIn(url = 'http://localhost:3000/') {
    const wallet = createScriptedFrame(service);
    const test = createTestClient(service, {
      page: { frame: wallet.script, url },
      network: (request) => {
        request.headers.set('origin', 'http://localhost:3000');
        return service.fetch(request, { remoteAddress: '127.0.0.1' });
      },
    });
    await test.client.start();
    people += 1;
    await test.logIn(`wallet-${people}@company.example`);
    return { ...test, wallet };
  }

  it('[EMBW-01] are the wallet accounts of the client type privy', async () => {
    const { client } = await signedIn();
    expect(listWallets(client)).toEqual([]);
    const created = await createWallet(client);
    expect(created).toMatchObject({
      type: 'wallet',
      walletClientType: 'privy',
      chainType: 'ethereum',
      walletIndex: 0,
    });
    expect(listWallets(client)).toEqual([created]);
    expect(client.getState().user?.wallet).toEqual(created);
    await logout(client);
    expect(listWallets(client)).toEqual([]);
  });

  it('[EMBW-05] need a signed-in user to be created', async () => {
    const { client } = createTestClient(service);
    await client.start();
    for (const create of [createWallet, createDueWallets])
      await expect(create(client), create.name).rejects.toMatchObject({
        code: 'must_be_authenticated',
        message: 'User must be authenticated',
      });
  });

  it('need a signed-in user for whatever else is done with them, before the frame is asked', async () => {
    const wallet = createScriptedFrame(service);
    const { client } = createTestClient(service, { page: { frame: wallet.script } });
    await client.start();
    const container = {} as HTMLElement;
    const typedData = { types: {}, primaryType: 'Mail', domain: {}, message: {} };
    for (const act of [
      () => connectWallet(client),
      () => signMessage(client, { message: 'Hello' }),
      () => signTypedData(client, { typedData }),
      () => exportWallet(client, { container }),
      () => setRecovery(client, { method: 'privy' }),
      () => recoverWallet(client, {}),
      () => listRecoveryPasskeys(client),
    ]) {
      await expect(act(), String(act)).rejects.toMatchObject({ code: 'must_be_authenticated' });
    }
    expect(wallet.heard).toEqual([]);
  });

  it('[EMBW-06] need an access token to be created', async () => {
    const { client, profile, wallet } = await signedIn();
    profile.stored.clear(); // someone cleared the site's data under a running page
    await expect(createWallet(client)).rejects.toMatchObject({
      message: 'An error has occured, please login again.',
    });
    // The session is over: the frame forgets it, and is asked for no wallet.
    expect(wallet.heard.map(({ event }) => event)).toEqual(['privy:mfa:clear']);
  });

  it('[EMBW-03] need HTTPS, localhost or 127.0.0.1', async () => {
    const refused = {
      code: 'insecure_context',
      message: 'Embedded wallet is only available over HTTPS',
    };
    const insecure = await signedIn('http://shop.example/');
    await expect(createWallet(insecure.client)).rejects.toMatchObject(refused);
    await expect(signMessage(insecure.client, { message: 'Hello' })).rejects.toThrow();
    expect(insecure.page.frames).toHaveLength(0);
    for (const url of ['https://shop.example/', 'http://127.0.0.1:3000/']) {
      const { client } = await signedIn(url);
      expect((await createWallet(client)).address).toMatch(/^0x/);
    }
  });

  it('[ERR-26] are created once for all who ask at the same time', async () => {
    const { client, wallet } = await signedIn();
    const [one, two] = await Promise.all([createWallet(client), createWallet(client)]);
    expect(one).toBe(two);
    expect(wallet.heard.filter(({ event }) => event === 'privy:wallets:create')).toHaveLength(1);
    await expect(createWallet(client)).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' });
  });

  it('[EMBW-19] are too many requests where the frame says code 429, with its text, and nothing is asked again', async () => {
    const { client, wallet } = await signedIn();
    await createWallet(client);
    const message = 'Too many attempts (code 429). Wait a while and try again.';
    wallet.heard.length = 0;
    wallet.instead.set('privy:wallets:connect', { error: { type: 'error', message } });
    await expect(connectWallet(client)).rejects.toMatchObject({ code: 'too_many_requests', message });
    expect(wallet.heard).toHaveLength(1);
  });

  it('[EMBW-23] [ERR-26] fail with unknown_embedded_wallet_error where the frame gives no better code', async () => {
    const { client, wallet } = await signedIn();
    await createWallet(client);
    for (const error of [
      { type: 'error', message: 'Something went wrong' },
      { type: 'error', message: 'Something went wrong', code: 'a_code_of_tomorrow' },
    ] as const) {
      wallet.instead.set('privy:wallets:connect', { error });
      const failed = { code: 'unknown_embedded_wallet_error', message: error.message };
      await expect(connectWallet(client)).rejects.toMatchObject(failed);
    }
  });

  it('are found when another tab made them first', async () => {
    const first = await signedIn();
    const second = createTestClient(service, {
      profile: first.profile,
      page: { frame: first.wallet.script },
    });
    await second.client.start();
    const created = await createWallet(first.client);
    first.wallet.instead.set('privy:wallets:create', {
      error: { type: 'error', message: 'Only one wallet', code: 'embedded_wallet_already_exists' },
    });
    expect((await createWallet(second.client)).address).toBe(created.address);
  });

  it('[ANALYT-05] tell of one that could not be created, before the caller that asked hears of it', async () => {
    const { client, wallet, requests } = await signedIn();
    const events = () => requests.filter(({ url }) => url.endsWith('/analytics_events'));
    const before = events().length;
    wallet.instead.set('privy:wallets:create', { error: { type: 'error', message: 'Odd' } });
    const told = await createWallet(client).then(
      () => null,
      () => events().slice(before),
    );
    expect(told).toHaveLength(1);
    expect(await told?.[0]?.json()).toMatchObject({
      event_name: 'embedded_wallet_creation_failed',
      payload: { chainType: 'ethereum', code: 'unknown_embedded_wallet_error' },
    });
    const { length } = events();
    await createWallet(client);
    expect(events()).toHaveLength(length);
  });

  it('are not announced before the service lists them', async () => {
    const { client, wallet } = await signedIn();
    wallet.instead.set('privy:wallets:create', { data: { address: `0x${'1'.repeat(40)}` } });
    await expect(createWallet(client)).rejects.toMatchObject({
      code: 'unknown_embedded_wallet_error',
      message: 'Updated user is missing embedded wallet.',
    });
    expect((await createWallet(client)).address).toMatch(/^0x/);
  });

  it('give the frame our own token, never the one for host back ends', async () => {
    const { client, wallet, profile } = await signedIn();
    const [token, privyAccessToken] = ['privy:token', 'privy:pat'].map((key) => profile.stored.get(key));
    await createWallet(client);
    const [{ data }] = wallet.heard as [FrameRequest<'privy:wallets:create'>];
    expect(JSON.stringify(data.accessToken)).toBe(privyAccessToken);
    expect(privyAccessToken).not.toBe(token);
  });

  it('give the frame a fresh token', async () => {
    const { client, wallet, timers } = await signedIn();
    await createWallet(client);
    await timers.advance(limits.accessTokenLifeMs);
    await connectWallet(client);
    const tokens = wallet.heard.map(({ data }) => (data as { accessToken: string }).accessToken);
    expect(new Set(tokens).size).toBe(2);
  });

  it('[EMBW-13] are recovered without a screen where this device does not hold them', async () => {
    const { client, wallet } = await signedIn();
    const { address } = await createWallet(client);
    wallet.isOnDevice = false;
    wallet.heard.length = 0;
    expect((await connectWallet(client)).address).toBe(address);
    expect(wallet.heard.map(({ event, data }) => [event, (data as { entropyId: string }).entropyId])).toEqual(
      [
        ['privy:wallets:connect', address],
        ['privy:wallets:recover', address],
      ],
    );
  });

  it('[EMBW-22] say so when there is none to use', async () => {
    const { client } = await signedIn();
    const refused = { code: 'embedded_wallet_not_found' };
    await expect(connectWallet(client)).rejects.toMatchObject(refused);
    await expect(signMessage(client, { message: 'Hello' })).rejects.toMatchObject(refused);
    await createWallet(client);
    const address = `0x${'1'.repeat(40)}`;
    await expect(signMessage(client, { message: 'Hello', address })).rejects.toMatchObject(refused);
  });
});

describe('needsWallet', () => {
  const walletOf = (fields: Partial<WalletAccount>) =>
    ({
      type: 'wallet',
      address: '0x1',
      chainType: 'ethereum',
      imported: false,
      walletIndex: 0,
      ...fields,
    }) as WalletAccount;
  const embedded = walletOf({ walletClientType: 'privy' });
  const external = walletOf({ walletClientType: 'metamask', walletIndex: null });
  const email = { type: 'email', address: 'ada@company.example' };

  const isDue = (createOnLogin: CreateOnLogin, accounts: unknown[]) =>
    needsWallet({
      settings: { embeddedWallets: { createOnLogin, solana: { createOnLogin: 'off' } } } as AppSettings,
      user: { linkedAccounts: accounts } as User,
    });

  it('[EMBW-16] is true for a user with no wallet at all, embedded or not, under users-without-wallets', () => {
    expect(isDue('users-without-wallets', [email])).toBe(true);
    expect(isDue('users-without-wallets', [email, external])).toBe(false);
    expect(isDue('users-without-wallets', [email, embedded])).toBe(false);
  });

  it('counts the primary embedded wallet alone under all-users', () => {
    expect(isDue('all-users', [email, external])).toBe(true);
    expect(isDue('all-users', [walletOf({ walletClientType: 'privy', walletIndex: 1 })])).toBe(true);
    expect(isDue('all-users', [walletOf({ walletClientType: 'privy', imported: true })])).toBe(true);
    expect(isDue('all-users', [embedded])).toBe(false);
    expect(embeddedWalletOf([embedded], 'ethereum')).toBe(embedded);
  });

  it('[EMBW-17] is never true under off, without a user or before the settings are there', () => {
    expect(isDue('off', [email])).toBe(false);
    expect(needsWallet({ settings: null, user: null })).toBe(false);
  });

  const solana = walletOf({ walletClientType: 'privy', chainType: 'solana' });
  const listDue = (
    modes: { ethereum?: CreateOnLogin; solana: CreateOnLogin; isOwnRecoveryWanted?: boolean },
    accounts: unknown[],
  ) =>
    listDueWallets({
      settings: {
        embeddedWallets: {
          createOnLogin: modes.ethereum ?? 'off',
          solana: { createOnLogin: modes.solana },
          requireUserOwnedRecoveryOnCreate: modes.isOwnRecoveryWanted ?? false,
        },
      } as AppSettings,
      user: { linkedAccounts: accounts } as User,
    });

  it('counts wallets of Solana alone for a Solana wallet, and makes it after the Ethereum one', () => {
    const both = { ethereum: 'users-without-wallets', solana: 'users-without-wallets' } as const;
    expect(listDue(both, [email])).toEqual(['ethereum', 'solana']);
    expect(listDue(both, [email, embedded])).toEqual(['solana']);
    expect(listDue(both, [email, embedded, solana])).toEqual([]);
    const phantom = walletOf({ walletClientType: 'phantom', chainType: 'solana', walletIndex: null });
    expect(listDue({ solana: 'users-without-wallets' }, [email, phantom])).toEqual([]);
    expect(listDue({ solana: 'all-users' }, [email, phantom])).toEqual(['solana']);
    expect(listDue({ solana: 'off' }, [email])).toEqual([]);
  });

  it("[SOL-03] asks for no Solana wallet beside a recovery that is, or will be, the user's own", () => {
    const own = walletOf({ walletClientType: 'privy', recoveryMethod: 'user-passcode' });
    expect(listDue({ solana: 'all-users' }, [email, own])).toEqual([]);
    const wanted = { ethereum: 'all-users', solana: 'all-users', isOwnRecoveryWanted: true } as const;
    expect(listDue(wanted, [email])).toEqual(['ethereum']);
  });
});
